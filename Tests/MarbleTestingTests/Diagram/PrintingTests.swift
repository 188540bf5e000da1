import MarbleTesting
import TestSupport
import Testing

@Suite struct PrintingTests {
  @Test(arguments: 0..<3000)
  func `a printed recording parses to itself`(_ seed: Int) throws {
    let recording = MarbleDiagram.random(seed)
    let text = recording.description
    #expect(try MarbleDiagram(text, frame: recording.frame) == recording, "\(text)")
  }

  @Test(arguments: [
    ("-a-(bc) 40ms |", "-a-(bc)----|"),
    ("a------------------b", "a 180ms b"),
    ("(a)", "a"),
    ("'b'", "b"),
    ("'1''s'", "'1''s'"),
    ("a 5ms b", "a 5ms b"),
    ("-'1' 's' 100ms b", "-1s----------b"),
    ("'(' ' '", "'(' ' '"),
    ("a|---", "a|"),
    ("a-#'x'-", "a-#x"),
    ("(a'b c'#'no ''one''')", "(a'b c'#'no ''one''')"),
    ("#'|'", "#'|'"),
    ("#''", "#''"),
    ("(a#) -- -", "(a#)"),
  ])
  func `a diagram is printed in its shortest form`(_ text: String, _ printed: String) throws {
    #expect(try MarbleDiagram(text).description == printed)
  }

  @Test(arguments: ["a|", "-a-#", "(ab|)", "|"])
  func `dashes after the end add nothing`(_ text: String) throws {
    #expect(try MarbleDiagram("\(text)----") == MarbleDiagram(text))
  }

  @Test(arguments: 0..<500)
  func `a recording of very long and short times parses to itself`(_ seed: Int) throws {
    let recording = MarbleDiagram.long(seed)
    let text = recording.description
    #expect(try MarbleDiagram(text, frame: recording.frame) == recording, "\(text)")
  }

  @Test(
    arguments: [
      (.seconds(1_763_737_200), "999999999s 763737201s a"),
      (.seconds(1_000_000) + Duration(attoseconds: 1), "1000000s 0.000000000000001ms a"),
      (.seconds(12_345_678) + .nanoseconds(5), "12345678.000000005s a"),
      (.seconds(999_999_999), "999999999s a"),
    ] as [(Duration, String)]
  )
  func `a time that does not fit one number is printed as several`(
    _ time: Duration,
    _ printed: String
  ) throws {
    let diagram = MarbleDiagram(events: [.init(.value("a"), at: time)])
    #expect(diagram.description == printed)
    #expect(try MarbleDiagram(printed) == diagram)
  }

  @Test func `no time is longer than thirty thousand years`() throws {
    let longest = Duration.seconds(999_999_999_999)
    let diagram = MarbleDiagram(
      events: [.init(.value("a"), at: Duration(attoseconds: .max))],
      frame: .seconds(Int64.max),
      length: Duration(attoseconds: .max)
    )
    #expect(diagram.events.map(\.time) == [longest])
    #expect(diagram.frame == .seconds(999_999_999))
    #expect(try MarbleDiagram(diagram.description, frame: diagram.frame) == diagram)
    let line = MarbleDiagram(
      quantizing: [(Duration(attoseconds: .max), "a")],
      frame: .seconds(Int64.max)
    )
    #expect(try MarbleDiagram(line.description, frame: line.frame) == line)
  }

  @Test func `a recorded run is rounded down to frames`() {
    let line = MarbleDiagram(
      quantizing: [
        (.milliseconds(3), "l"), (.milliseconds(9), "d"), (.milliseconds(348), "last page"),
        (.microseconds(-4), "x"),
      ]
    )
    #expect(line.description == "(ldx) 330ms 'last page'")
  }

  @Test func `events closer than a frame shorten the frame`() throws {
    let diagram = MarbleDiagram(
      events: [.init(.value("a"), at: .zero), .init(.value("b"), at: .milliseconds(4))]
    )
    #expect(diagram.frame == .milliseconds(4))
    #expect(diagram.description == "ab")
  }

  @Test func `no event follows a completion`() {
    let diagram = MarbleDiagram(
      events: [.init(.value("b"), at: .milliseconds(40)), .init(.end, at: .milliseconds(20))],
      length: .seconds(1)
    )
    #expect(diagram.description == "--|")
  }
}

extension MarbleDiagram {
  /// Any names, any times, frames that do not divide them.
  fileprivate static func random(_ seed: Int) -> MarbleDiagram {
    var random = SeededGenerator(UInt64(seed))
    let names = [
      "a", "b", "1", "2", "s", "m", ".", "'", "''", "-", "(", ")", "|", "#", "^", "!", "/", "*",
      "long name", "it's", " ", "👩‍👧", "🇩", "🇪", "é", "\u{301}x", "\u{301}", "ᄀ", "ᅡ", "\r\n", "",
      "\u{600}", "क्", "ष", "/*", "10ms", "\u{200d}", " \u{301}", "-\u{301}", "|\u{301}", "'\u{301}",
    ]
    let frame = Duration.microseconds(Int.random(in: 1...20_000, using: &random))
    let step = [frame, .microseconds(1), .milliseconds(10)].randomElement(using: &random) ?? frame
    let events = (0..<Int.random(in: 0...8, using: &random)).map { _ in
      let time = step * Int.random(in: 0...60, using: &random)
      let signals: [Signal] = [
        .end, .failure(nil), .failure(names.randomElement(using: &random)), .subscribe,
        .unsubscribe,
      ]
      let isValue = Int.random(in: 0...9, using: &random) > 0
      let name = names.randomElement(using: &random) ?? "a"
      let signal = isValue ? .value(name) : signals.randomElement(using: &random) ?? .end
      return Event(signal, at: time)
    }
    return MarbleDiagram(
      events: events,
      frame: frame,
      length: step * Int.random(in: 0...90, using: &random)
    )
  }
}

extension MarbleDiagram {
  /// Times from an attosecond to thousands of years.
  fileprivate static func long(_ seed: Int) -> MarbleDiagram {
    var random = SeededGenerator(UInt64(seed))
    let units: [Duration] = [
      Duration(attoseconds: 1), .nanoseconds(1), .milliseconds(10), .seconds(1),
      .seconds(1_000_000), .seconds(999_999_999),
    ]
    let events = (0..<Int.random(in: 1...4, using: &random)).map { order in
      let time = units.reduce(Duration.zero) { time, unit in
        time
          + (Bool.random(using: &random) ? unit * Int.random(in: 0...999, using: &random) : .zero)
      }
      return Event(.value("\(order)"), at: time)
    }
    return MarbleDiagram(
      events: events,
      frame: units[Int.random(in: 1...5, using: &random)],
      length: .seconds(1_500_000_000) * Int.random(in: 0...9, using: &random)
    )
  }
}
