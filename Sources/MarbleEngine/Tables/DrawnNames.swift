/// The names in a diagram, for the values of a recording.
///
/// The next name in the diagram is tried first, because it usually matches.
struct DrawnNames {
  /// Every name once, in the order of the diagram.
  let distinct: [String]
  private let inOrder: [String]
  private var lastIndex: [String: Int] = [:]
  private var next = 0
  private var comparisons = ComparisonLimit()

  init(_ diagram: MarbleDiagram) {
    inOrder = diagram.events.compactMap { event in
      if case .value(let name) = event.signal { name } else { nil }
    }
    for (index, name) in inOrder.enumerated() { lastIndex[name] = index }
    var seen: Set<String> = []
    distinct = inOrder.filter { seen.insert($0).inserted }
  }

  mutating func next(where fits: (String) -> Bool) -> String? {
    guard next < inOrder.count, fits(inOrder[next]) else { return nil }
    next += 1
    return inOrder[next - 1]
  }

  /// Returns the first of some names that fits; nil after too many comparisons.
  mutating func first(of names: [String], where fits: (String) -> Bool) -> String? {
    guard let index = comparisons.firstIndex(in: names, where: fits) else { return nil }
    moveAfter(names[index])
    return names[index]
  }

  /// Continues after the next position of a name, if it has one.
  mutating func moveAfter(_ name: String) {
    guard let last = lastIndex[name], last >= next else { return }
    if let index = inOrder[next...].firstIndex(of: name) { next = index + 1 }
  }
}
