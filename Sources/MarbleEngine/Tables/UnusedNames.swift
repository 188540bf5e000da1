extension MarbleTable {
  /// The keys of a dictionary that no diagram names, sorted; none for a table that makes values.
  package func unusedNames(in diagrams: [MarbleDiagram]) -> [String] {
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
  package func unusedNames(in diagrams: [MarbleDiagram]) -> [String] {
    guard !named.isEmpty else { return [] }
    let ends = diagrams.compactMap(\.events.last?.signal)
    return named.keys.filter { !ends.contains(.failure($0)) }.sorted()
  }
}
