extension [StateMark] {
  /// What the symbols stand for, each once, over as many lines as so many columns need.
  func legend(columns: Int = 76) -> [String] {
    var (lines, known) = ([String](), Set<String>())
    for mark in self {
      let entry = "\(mark.symbol) \(mark.meaning)"
      guard known.insert(entry).inserted else { continue }
      if let line = lines.last, line.columns + 3 + entry.columns <= columns {
        lines[lines.count - 1] = "\(line) · \(entry)"
      } else {
        lines.append(entry)
      }
    }
    return lines
  }
}

extension [StateMark] {
  /// The same, with a line for each group of symbols, in their order; the others come last.
  func legend(columns: Int = 76, groups: [String]) -> [String] {
    let others = filter { mark in !groups.contains { $0.contains(mark.symbol) } }
    let grouped = groups.map { symbols in
      symbols.flatMap { symbol in filter { $0.symbol == String(symbol) } }
    }
    return (grouped + [others]).flatMap { $0.legend(columns: columns) }
  }
}

extension Array {
  /// What the symbols of several lines stand for; see ``StateTimeline/legend(columns:_:)``.
  @MainActor
  func legend<State>(
    columns: Int = 76,
    _ mark: (State) -> StateMark
  ) -> [String] where Element == StateTimeline<State> {
    flatMap(\.states).map(mark).legend(columns: columns)
  }
}
