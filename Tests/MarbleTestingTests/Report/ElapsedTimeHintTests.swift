import CombineShim
import MarbleTesting
import TestSupport
import Testing

/// Elapsed times that were written wrongly.
@Suite struct ElapsedTimeHintTests {
  @Test(
    arguments: [
      ("a 10 ms b", #" "10 ms" is four values, not a time; did you mean ' 10ms '?"#),
      ("a-5ms-b", #" "5ms" is three values, not a time; did you mean ' 5ms '?"#),
      ("10msa|", #" "10ms" is four values, not a time; did you mean ' 10ms '?"#),
      ("a10ms|", #" "10ms" is four values, not a time; did you mean ' 10ms '?"#),
      ("1.5s|", #" "1.5s" is four values, not a time; did you mean ' 1.5s '?"#),
      ("-1.5sa", #" "1.5s" is four values, not a time; did you mean ' 1.5s '?"#),
      ("a 5us b", #" "5us" is three values, not a time; did you mean ' 0.005ms '?"#),
      ("a 2.5 µs b", #" "2.5 µs" is five values, not a time; did you mean ' 0.0025ms '?"#),
      ("a 20ns", #" "20ns" is four values, not a time; did you mean ' 0.00002ms '?"#),
      ("a 1m b", #" "1m" is two values, not a time; did you mean ' 60s '?"#),
      ("a 2min", #" "2min" is four values, not a time; did you mean ' 120s '?"#),
      ("a 1.5 s b", #" "1.5 s" is four values, not a time; did you mean ' 1.5s '?"#),
      ("'10ms'(5ms)/* 1m */-7ms", #" "7ms" is three values, not a time; did you mean ' 7ms '?"#),
    ]
  )
  func `a time that was written wrongly is named in a failing run`(
    _ diagram: String,
    _ hint: String
  ) {
    let inputs: [@Sendable (Marbles) -> Void] = [
      { _ = $0.hot(diagram) }, { _ = $0.cold(diagram) },
      { _ = $0.cold("x", then: [diagram]) }, { _ = $0.responses(to: ["x": diagram]) },
      { _ = $0.hot(diagram, MarbleValues { $0.count }) },
      { _ = $0.cold(diagram, failures: ["x": Offline()]) },
    ]
    for input in inputs { #expect(text(input).contains(hint)) }
    #expect(text { $0.expect(Empty<String, Never>(), diagram) }.contains("\n\(hint)"))
    let any = text { $0.expect(Empty<Int, Never>(), diagram) { _, _ in true } }
    #expect(any.contains("\n\(hint)"))
  }

  @Test func `a time in a feed of a closure is named`() {
    let hint = #" "5ms" is three values, not a time; did you mean ' 5ms '?"#
    #expect(text { $0.hot("a-5ms-b") { _ in } }.contains(hint))
  }

  @Test(
    arguments: [
      "1-2-m", "1-2-s|", "-1-m-s", "12-34|", "-a-b-c|", "a 10ms b", "10ms a 1.5s", "a\n5ms\nb 1s",
      "m1-s2", "1 2 s", "1-ms", "-10-ms", "10", "ms", "'10 ms'", "(10ms)", "/* 10 ms */", "1'm'",
      "1|", "-1#", "abc123", "1st-2nd", "m5-s5", "...", "1.2.3", "'1'ms", "3 m", "2msgs", "a1sb",
      "1234567890ms", "x1", "v1-v2-v3", "-1a2b3c|", "5-us", "1 m", "12 s",
    ]
  )
  func `an ordinary diagram has no hint`(_ diagram: String) {
    #expect(!text { _ = $0.hot(diagram) }.contains("did you mean"))
    #expect(!text { $0.expect(Empty<String, Never>(), diagram) }.contains("did you mean"))
  }

  @Test func `names of a table have no hint`() {
    let table = ["5": "1", "m": "2", "s": "3"]
    #expect(!text { _ = $0.hot("-5ms", table) }.contains("did you mean"))
    #expect(!text { $0.expect(Empty<String, Never>(), "-5ms", table) }.contains("did you mean"))
  }

  @Test(
    arguments: [
      ("1 10msa", "10ms"), ("1 1.5s|", "1.5s"), ("1-5ms", "5ms"), ("1 10 ms 1", "10ms"),
      ("1 5us", "0.005ms"), ("1 7m ", nil), ("1-x-5ms", nil), ("1 10ms x", nil), ("1-2s", nil),
    ] as [(String, String?)]
  )
  func `a syntax error names the time at its column`(_ diagram: String, _ time: String?) {
    let text = text { _ = $0.hot(diagram, ["1": 1, "2": 2, "5": 5, "7": 7, "0": 0]) }
    let question = time.map { "Did you mean ' \($0) '? A time has spaces on both sides." }
    #expect(text.contains("Did you mean") == (time != nil))
    if let question { #expect(text.hasSuffix("^\n\n\(question)")) }
  }

  @Test func `a digit without a value is a number`() {
    let text = text { _ = $0.hot("a 1m", ["a": 1]) }
    #expect(text.hasSuffix("^\n\nDid you mean ' 60s '? A time has spaces on both sides."))
  }

  /// The failure of a run with an input.
  private func text(_ input: @escaping @Sendable (Marbles) -> Void) -> String {
    let failures = failures {
      marbles { m in
        input(m)
        m.expect(Empty<String, Never>(), "-")
      }
    }
    return failures.first?.text ?? ""
  }
}
