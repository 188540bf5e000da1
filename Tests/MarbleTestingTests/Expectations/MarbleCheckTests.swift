import CombineShim
import MarbleTesting
import TestSupport
import Testing

@Suite struct MarbleCheckTests {
  @Test(arguments: [
    ("-a-b--c|", "---b", true),
    ("-a-b--c|", "-a----c", true),
    ("-a-b--c|", "-------|", true),
    ("-(xay)-b", "-(xy)", true),
    ("-(xay)-b", "-(yx)", false),
    ("-a-b--c|", "----b", false),
    ("-a-b--c|", "---d", false),
    ("-a-b--c|", "---b----|", false),
  ])
  func `drawn values must arrive, others may`(
    _ stream: String,
    _ diagram: String,
    _ isRight: Bool
  ) {
    #expect(holds(stream, diagram, .drawn) == isRight)
  }

  @Test(arguments: [
    ("-a-b--c|", "abc|", true),
    ("-(ab)--c", "a-b-c", true),
    ("ab", "a---b", true),
    ("-a-b--c|", "acb|", false),
    ("-a-b--c|", "abc", false),
    ("-a-b--c", "abc|", false),
    ("-a-b--c|", "ab|", false),
    ("a", "", false),
  ])
  func `the order must match, at any times`(
    _ stream: String,
    _ diagram: String,
    _ isRight: Bool
  ) {
    #expect(holds(stream, diagram, .order) == isRight)
  }

  @Test(arguments: [
    ("-a-b--c|", "---b--", true),
    ("xa-b--c|", "---b--", true),
    ("-a-----c", "---b--", false),
    ("-a-b--c|", "------", false),
    ("--ab-c|", "--ab-c", true),
    ("--ab-c|", "--ab--", false),
  ])
  func `within the given times everything must match`(
    _ stream: String,
    _ diagram: String,
    _ isRight: Bool
  ) {
    #expect(holds(stream, diagram, .from(.milliseconds(20), to: .milliseconds(60))) == isRight)
  }

  @Test func `a part may extend to the end`() {
    #expect(holds("a-b--c|", "--b--c|", .from(.milliseconds(10))))
    #expect(!holds("a-b--c|", "--b--c", .from(.milliseconds(10))))
    #expect(holds("a-b--c|", "", .from(.seconds(1))))
  }

  @Test func `a diagram that checks nothing is reported`() {
    let failures = failures { marbles { m in m.expect(m.hot("a"), "---", checking: .drawn) } }
    #expect(
      failures.first?.text.firstLine == """
        Invalid diagram: column 1: expected an event, because `.drawn` compares only drawn \
        events, found none.
        """
    )
  }

  @Test func `an event outside the checked part is reported`() {
    let failures = failures {
      marbles { m in
        m.expect(m.hot("a"), "--a", checking: .from(.zero, to: .milliseconds(20)))
      }
    }
    #expect(
      failures.first?.text.firstLine == """
        Invalid diagram: column 3: expected no event outside the compared part, \
        found 'a' at 20ms.
        """
    )
  }

  @Test func `a wrong order is marked where it occurred`() {
    let failures = failures {
      marbles { m in m.expect(m.hot("-a-b--c|"), "acb|", checking: .order) }
    }
    let lines = failures.first?.text.split(separator: "\n")
    #expect(lines?.first?.hasSuffix("b out of order: at 30 ms, expected after c") == true)
    #expect(lines?.contains { $0.hasSuffix("30 ms  b arrived out of order") } == true)
  }

  private func holds(_ stream: String, _ diagram: String, _ check: MarbleCheck) -> Bool {
    failures { marbles { m in m.expect(m.hot(stream), diagram, checking: check) } }.isEmpty
  }
}
