import MarbleDiagrams
import Testing

/// The contract V of pictures; see the article “Rendering pictures”.
@Suite struct `Pictures of diagrams` {
  @Test func `V1: signals are at the times of their frames`() throws {
    let drawn = try DrawnPicture(.values, "a--b----c")
    let places = drawn.marbles.map(\.x)
    let cell = (places[1] - places[0]) / 3
    #expect(places == [places[0], places[0] + 3 * cell, places[0] + 8 * cell])
    #expect(drawn.texts.contains("0 ms"))
    #expect(drawn.texts.contains("one column: 10 ms"))
  }

  @Test func `V1: lanes of different frames have one time axis`() throws {
    let slow = try MarbleDiagram("-a", frame: .milliseconds(20))
    let fast = try MarbleDiagram("--bc", frame: .milliseconds(10))
    let drawn = DrawnPicture(
      MarblePicture("", lanes: [.init("slow", slow), .init("fast", fast)])
    )
    try #require(drawn.marbles.count == 3)
    #expect(drawn.marbles[0].x == drawn.marbles[1].x)
    #expect(drawn.marbles[1].x < drawn.marbles[2].x)
    #expect(drawn.texts.contains("one column: 10 ms"))
  }

  @Test func `V1: a long pause of all lanes is omitted`() throws {
    let drawn = try DrawnPicture(.values, "a 3s b")
    #expect(drawn.texts.contains("pause, omitted"))
    #expect(drawn.marbles[1].x - drawn.marbles[0].x < 400)
    #expect(drawn.texts.contains { $0.contains("2990") })
    let short = try DrawnPicture(.values, "a 120ms b")
    #expect(!short.texts.contains("pause, omitted"))
  }

  @Test func `V1: a full line continues below`() throws {
    let drawn = try DrawnPicture(.values, "abcdefghijklmnopqrstuvwxyz")
    #expect(Set(drawn.marbles.map { $0.attributes["y"] }).count == 2)
    #expect(drawn.texts.filter { $0 == "lane" }.count == 2)
    #expect(drawn.marbles.allSatisfy { $0.x + $0.width <= 466 })
  }

  @Test func `V2: the values of a frame are stacked, and many are counted`() throws {
    let drawn = try DrawnPicture(.values, "(abc)-(defghi)")
    #expect(
      drawn.texts.filter { $0.count <= 2 && Int($0) ?? 0 < 10 } == [
        "a", "b", "c", "d", "e", "f", "+3",
      ]
    )
    let heights = drawn.marbles.prefix(3).compactMap { $0.attributes["y"].flatMap { Int($0) } }
    #expect(heights == heights.sorted())
    #expect(Set(drawn.marbles.prefix(3).map(\.x)).count == 1)
  }

  @Test(arguments: [
    ("-a-|", "completed"), ("-a-#", "failed"), ("-a-#x", "x"), ("-(a|)", "completed"),
  ])
  func `V2: an end is drawn and explained`(_ diagram: String, _ text: String) throws {
    #expect(try DrawnPicture(.values, diagram).texts.contains(text))
  }

  @Test func `V3: a state lasts until the next one`() throws {
    let lane = try MarblePicture.Lane.lane(
      .states,
      "n----l--d",
      ["n": .init("not requested", .neutral), "l": .init("loading", .running), "d": "loaded"]
    )
    let drawn = DrawnPicture(MarblePicture("", lanes: [lane]))
    #expect(drawn.states.map(\.style) == ["neutral tone", "running tone", "neutral tone"])
    #expect(drawn.texts.contains("not requested"))
    let gaps = zip(drawn.states, drawn.states.dropFirst()).map { $1.x - $0.x - $0.width }
    #expect(gaps == [2, 2])
    let cell = (drawn.states[1].x - drawn.states[0].x) / 5
    #expect(drawn.states[2].width >= 3 * cell - 3)
  }

  @Test func `V3: a state that is replaced in its frame is a marble`() throws {
    let drawn = try DrawnPicture(.states, "n-(ld)-----")
    #expect(drawn.states.count == 2)
    #expect(drawn.marbles.count == 1)
  }

  @Test func `V4: a load without a result is a cancellation`() throws {
    #expect(try DrawnPicture(.loads, "-^--!").texts.contains("cancelled"))
    #expect(try !DrawnPicture(.loads, "-^--(x!)").texts.contains("cancelled"))
    #expect(try !DrawnPicture(.loads, "-^--#").texts.contains("cancelled"))
    #expect(try DrawnPicture(.subscriptions, "-^--!").texts.contains("end of a subscription"))
  }

  @Test(
    arguments: [
      ("-^--!", "---x|", ["x"]), ("-^--!", "----x|", []), ("-^--!", "---#", []),
      ("-^-----", "-x|", ["x"]), ("-^!", "(x|)", ["x"]), ("----", "x|", []),
    ]
  )
  func `V4: a lane draws the answer within the subscription`(
    _ subscription: String,
    _ answer: String,
    _ names: [String]
  ) throws {
    let lane = try MarblePicture.Lane(
      "load",
      MarbleDiagram(subscription),
      answer: MarbleDiagram(answer)
    )
    let values = lane.diagram.events.compactMap { event in
      if case .value(let name) = event.signal { name } else { nil }
    }
    #expect(values == names)
    let drawn = DrawnPicture(MarblePicture("", lanes: [lane]))
    #expect(drawn.texts.contains("cancelled") == (answer == "----x|"))
    #expect(drawn.texts.contains("failed") == (answer == "---#"))
  }

  @Test func `V5: a text without space has a symbol in the legend`() throws {
    let words: [String: MarblePicture.Word] = ["a": "first row", "long": "a row"]
    let lane = try MarblePicture.Lane.lane(.values, "a'long'1-----'end'", words)
    let texts = DrawnPicture(MarblePicture("", lanes: [lane])).texts
    #expect(
      texts.suffix(9)
        == [
          "lane", "a", "2", "1", "end", "a", "first row", "2", "a row", "one column: 10 ms",
        ].suffix(9)
    )
  }

  @Test func `V9: the lanes are described for screen readers`() throws {
    let lane = try MarblePicture.Lane.lane(.values, "a-b-|", ["a": "first"])
    let drawn = DrawnPicture(MarblePicture("Rows & rows", lanes: [lane]))
    #expect(drawn.elements[0].attributes["role"] == "img")
    #expect(drawn.text(of: "title") == "Rows & rows")
    #expect(
      drawn.text(of: "desc")
        == "A marble diagram. lane: first at 0 ms, b at 20 ms, completed at 40 ms."
    )
    let loads = try DrawnPicture(.loads, "-^-!-^-(x!)")
    let text = "started at 10 ms, cancelled at 30 ms, started at 50 ms, x at 70 ms, ended at 70 ms."
    #expect(loads.text(of: "desc").hasSuffix(text))
    let own = DrawnPicture(MarblePicture("", summary: "In words.", lanes: [lane]))
    #expect(own.text(of: "desc") == "In words.")
  }
}
