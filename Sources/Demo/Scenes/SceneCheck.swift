/// Something that a scene has made sure of.
struct SceneCheck: Hashable, Sendable {
  /// What is so if it is reached, in a sentence.
  var claim: String
  var result: SceneResult

  init(_ claim: String, _ result: SceneResult) {
    (self.claim, self.result) = (claim, result)
  }
}

extension [SceneCheck] {
  /// Reached if all are; else what was missed.
  var result: SceneResult { reduce(.reached) { $0.and($1.result) } }

  /// Writes what was checked, each with a mark that says whether it is so.
  func write(to console: Console) {
    console.line("What was checked", style: .bold)
    for check in self {
      let (first, rest) = check.claim.wrapped(toColumns: 76).headAndTail
      console.line("\(check.result.isReached ? "✓" : "✗") \(first)")
      console.lines(rest.map { "  " + $0 })
    }
  }
}

extension [String] {
  fileprivate var headAndTail: (String, ArraySlice<String>) { (first ?? "", dropFirst()) }
}
