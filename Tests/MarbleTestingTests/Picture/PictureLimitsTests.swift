import MarbleDiagrams
import Testing

@Suite struct `Limits of pictures` {
  @Test func `V10: a picture of extreme diagrams is bounded`() {
    let huge = String(repeating: "<\u{301}👍🏽", count: 300_000)
    let mark = "a" + String(repeating: "\u{301}", count: 1_000_000)
    let value = MarblePicture.Word(huge)
    let times: [Duration] = [.zero, .nanoseconds(1), .seconds(999_999_999_999)]
    let events = times.flatMap { time in
      [MarbleDiagram.Event(.value(mark), at: time), .init(.value("x"), at: time)]
    }
    let diagram = MarbleDiagram(events: events)
    let lanes = (0..<500).map { _ in
      MarblePicture.Lane(
        huge,
        diagram,
        as: .states,
        words: ["x": value]
      )
    }
    let drawn = DrawnPicture(MarblePicture(huge, summary: huge, lanes: lanes))
    #expect(drawn.isWellFormed)
    #expect(drawn.texts.contains("lanes that are not drawn: 450"))
    #expect(drawn.elements.reduce(0) { $0 + $1.text.utf8.count } < 200_000)
  }

  @Test func `V10: signals and columns beyond the limits are not drawn`() {
    let events = (0..<50_000).map { index in
      MarbleDiagram.Event(.value("v\(index)"), at: .milliseconds(10) * index)
    }
    let lane = MarblePicture.Lane("lane", MarbleDiagram(events: events))
    let svg = MarblePicture("Many", lanes: [lane]).svg()
    #expect(svg.utf8.count < 5_000_000)
    #expect(svg.contains("later columns are not drawn"))
    #expect(svg.contains("later signals are not drawn"))
    #expect(svg.contains("more in the legend"))
  }

  @Test func `V10: ten million frames without a signal are a pause`() throws {
    let diagram = try MarbleDiagram("a 100000s b", frame: .milliseconds(10))
    let svg = MarblePicture("Long", lanes: [MarblePicture.Lane("lane", diagram)]).svg()
    #expect(svg.utf8.count < 10_000)
    #expect(svg.contains("pause, omitted"))
  }

  @Test func `V10: diagrams with extreme times and frames are drawn`() throws {
    let short = try MarbleDiagram("a", frame: Duration(attoseconds: 1))
    let long = try MarbleDiagram(
      String(repeating: " 999999999s ", count: 100) + "b",
      frame: .seconds(1)
    )
    let lanes = [short, long].map { MarblePicture.Lane("lane", $0, as: .states) }
    #expect(DrawnPicture(MarblePicture("", lanes: lanes)).isWellFormed)
    #expect(DrawnPicture(MarblePicture("", lanes: [lanes[1]])).isWellFormed)
  }

  @Test(arguments: MarblePicture.Lane.Kind.allCases)
  func `V10: empty lanes are drawn`(_ kind: MarblePicture.Lane.Kind) throws {
    for diagram in ["", "-", "--", "|", "^", "!", "#", "(^!)", "!^", "a"] {
      let drawn = try DrawnPicture(kind, diagram)
      #expect(drawn.isWellFormed)
      #expect(drawn.texts.contains("lane"))
    }
    #expect(DrawnPicture(MarblePicture("", lanes: [])).isWellFormed)
  }
}
