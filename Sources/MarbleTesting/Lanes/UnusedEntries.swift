/// The entries of one call's tables that no diagram of the call names.
struct UnusedEntries {
  private let names: [String]
  private let failures: [String]
  private let callSite: CallSite

  /// Returns nil if the diagrams use all entries.
  init?<Failure>(
    _ names: [String],
    _ failures: FailureTable<Failure>,
    in diagrams: [MarbleDiagram],
    at callSite: CallSite
  ) {
    self.names = names
    self.failures = failures.unusedNames(in: diagrams)
    self.callSite = callSite
    if names.isEmpty, self.failures.isEmpty { return nil }
  }

  /// The entries that are written in the call; nil if several diagrams can share the tables.
  var warning: Issue? {
    guard let literals = CallLiterals.read(at: callSite), literals.hasDiagram else { return nil }
    let unused =
      names.filter(literals.names.contains).map { "'\($0)'" }
      + failures.filter(literals.failures.contains).map { MarbleDiagram.Signal.failure($0).text }
    guard let last = unused.last else { return nil }
    let subject =
      unused.count == 1
      ? "The entry \(last) is"
      : "The entries \(unused.dropLast().joined(separator: ", ")) and \(last) are"
    let remedy = unused.count == 1 ? "Remove it, or draw it." : "Remove them, or draw them."
    return Issue(
      text: "\(subject) in a table of this call, but in none of its diagrams. \(remedy)",
      callSite: callSite
    )
  }
}

extension MarbleTable {
  /// The keys of a dictionary that no diagram names, sorted; none for a table that makes values.
  func unusedNames(in diagrams: [MarbleDiagram]) -> [String] {
    guard let table = self as? [String: Value], !table.isEmpty else { return [] }
    var used: Set<String> = []
    for event in diagrams.lazy.flatMap(\.events) {
      if case .value(let name) = event.signal { used.insert(name) }
    }
    return used.count == table.count ? [] : table.keys.filter { !used.contains($0) }.sorted()
  }
}

extension FailureTable {
  /// The names that no diagram has, sorted.
  fileprivate func unusedNames(in diagrams: [MarbleDiagram]) -> [String] {
    guard !named.isEmpty else { return [] }
    let ends = diagrams.compactMap(\.events.last?.signal)
    return named.keys.filter { !ends.contains(.failure($0)) }.sorted()
  }
}

extension Marbles {
  /// Stores the entries that the diagrams of a call do not use, until the end of the run.
  func noteUnused<Value, Failure>(
    _ values: some MarbleTable<Value>,
    _ failures: FailureTable<Failure>,
    in diagrams: [MarbleDiagram],
    at callSite: CallSite
  ) {
    let names = values.unusedNames(in: diagrams)
    UnusedEntries(names, failures, in: diagrams, at: callSite).map { unusedEntries.append($0) }
  }
}
