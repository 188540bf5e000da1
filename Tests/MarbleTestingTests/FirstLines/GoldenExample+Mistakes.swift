import CombineShim
import MarbleTesting
import TestSupport

extension GoldenExample {
  /// Mistakes in a test.
  static let mistakes = [
    mistake("an unknown name") { $0.expect($0.hot("-1", ["1": 1]), "-2", ["1": 1]) },
    mistake("a parenthesis that is not closed") { $0.expect($0.hot("-a"), "-(ab") },
    mistake("a signal after the end") { $0.expect($0.hot("-a"), "-a|-b") },
    mistake("a value that is not a Bool") { $0.expect(Just(true), "(f|)") },
    mistake("a wrong elapsed time of an input") { $0.expect($0.hot("-a 10 ms b"), "-a 10ms b") },
    mistake("a wrong elapsed time") { $0.expect($0.hot("-a"), "- 40 ms a") },
    mistake("no expectation at all") { $0.keep($0.hot("-a").sink { _ in }) },
    mistake("a nested run") { m in
      m.at(.milliseconds(10)) { marbles { m in m.expect(m.hot("-a"), "-a") } }
    },
    GoldenExample("a step after until") {
      marbles(until: .seconds(1)) { m in m.at(.seconds(2)) {} }
    },
    GoldenExample("a frame of zero") { marbles(frame: .zero) { _ in } },
  ]

  private static func mistake(
    _ name: String,
    _ body: @escaping @Sendable (Marbles) -> Void
  ) -> GoldenExample {
    GoldenExample(name) { marbles { m in body(m) } }
  }
}
