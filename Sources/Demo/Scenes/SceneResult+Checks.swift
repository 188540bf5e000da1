extension SceneResult {
  /// Reached if both are; else what was missed.
  func and(_ other: SceneResult) -> SceneResult {
    switch (self, other) {
    case (.reached, .reached): .reached
    case (.missed(let text), .reached), (.reached, .missed(let text)): .missed(text)
    case (.missed(let first), .missed(let second)): .missed("\(first) \(second)")
    }
  }

  /// Reached if what should be is; else the text says what was expected and what was there.
  static func check<Fact: Equatable>(
    _ name: String,
    _ fact: Fact,
    is expected: Fact
  ) -> SceneResult {
    fact == expected ? .reached : .missed("\(name): expected \(expected); there was \(fact).")
  }
}
