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

extension SceneResult {
  /// Reached if both are the same states; else the text names both in the words of their marks.
  static func compare<State: Equatable>(
    _ name: String,
    _ states: [State],
    with expected: [State],
    _ mark: (State) -> StateMark
  ) -> SceneResult {
    guard states != expected else { return .reached }
    let (wanted, was) = (text(expected, mark), text(states, mark))
    let hint = wanted == was ? " They differ in a cause or a value." : ""
    return .missed("\(name): expected \(wanted); there was \(was).\(hint)")
  }

  private static func text<State>(_ states: [State], _ mark: (State) -> StateMark) -> String {
    states.isEmpty ? "nothing" : states.map { mark($0).meaning }.joined(separator: " → ")
  }
}
