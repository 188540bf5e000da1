import MarbleReport

extension [Leftover] {
  /// The text of a failed check: the leftovers, the possible causes of the first, and the remedy;
  /// `nil` if nothing is left.
  ///
  /// The leftovers are in the order of creation.
  var report: String? {
    let left = withoutExplained.sortedByKind
    guard let kind = left.first?.kind else { return nil }
    let waits = Dictionary(grouping: filter { $0.kind == .wait }, by: \.load).mapValues(\.count)
    // The text of a leftover takes long, so that of at most 10,000 is read.
    let lines = left.prefix(10_000).map { $0.line(waits: waits[$0.load] ?? 0) }
    let happened = Self.happened(lines.grouped, count: left.count)
    return failureText(happened, means: kind.causes, remedy: kind.remedy + Self.exceptions)
  }

  private static func happened(_ groups: [(line: String, count: Int)], count: Int) -> String {
    let shown = groups.prefix(10)
    let first = "Still alive after the test: \(shown[0].line)"
    if count == 1 { return "\(first)." }
    var others: [String] = []
    for (index, group) in shown.enumerated() {
      let left = index == 0 ? group.count - 1 : group.count
      if left > 0 { others.append("  \(left == 1 ? "" : "\(left) × ")\(group.line)") }
    }
    let rest = count - shown.reduce(0) { $0 + $1.count }
    if rest > 0 { others.append("  … and \(rest) more") }
    return (["\(first); \(count - 1) more:"] + others).joined(separator: "\n")
  }

  private static let exceptions = """
     Create what may outlive a test, such as a shared cache, in `ignoringLeftovers { … }`, or name it with \
    `ignoring:`.
    """

  /// The leftovers that no other one explains.
  ///
  /// A task counts only without anything but objects, which it may retain, a relay that shows
  /// `loading` only without a load, and a wait only without its load.
  private var withoutExplained: [Leftover] {
    let loads = Set(filter { $0.kind == .load }.map(\.load))
    let others = filter { leftover in
      switch leftover.kind {
      case .object, .load, .subscription: true
      case .wait: !loads.contains(leftover.load)
      case .relay: loads.isEmpty
      case .task: false
      }
    }
    let areObjects = others.allSatisfy { $0.kind == .object }
    return areObjects ? others + filter { $0.kind == .task } : others
  }

  /// The leftovers with the likely cause first; those of one kind stay in their order.
  private var sortedByKind: [Leftover] {
    enumerated()
      .sorted { ($0.element.kind.rawValue, $0.offset) < ($1.element.kind.rawValue, $1.offset) }
      .map(\.element)
  }
}

extension Leftover.Kind {
  fileprivate var causes: String {
    switch self {
    case .object:
      """
      Possible causes: a closure that the object stores captures it; a task or a subscription that has \
      not ended captures it; a variable outside the closure of the check holds it.
      """
    case .load:
      """
      Possible causes: the owner of the loader is still alive; the load runs on after its screen has \
      closed. Dropping the handle of a load does not cancel it.
      """
    case .wait:
      "Possible causes: the load never ends; the task waits on after its screen has closed."
    case .relay:
      "Possible cause: code has published `loading`, but neither a value nor a failure after it."
    case .subscription:
      """
      Possible causes: it is never cancelled; a reference cycle keeps its owner alive, which \
      `expectRelease(of:)` finds.
      """
    case .task:
      """
      Possible causes: it is never cancelled; it ignores its cancellation; it waits for what never \
      happens. Dropping the handle of a task does not cancel it.
      """
    }
  }

  fileprivate var remedy: String {
    switch self {
    case .object: "Capture it weakly, or cancel what captures it, before the test ends."
    case .load, .wait, .task: "Cancel it, or await its end, before the test ends."
    case .relay: "Publish the end of the load before the test ends."
    case .subscription: "Cancel it, or release its owner, before the test ends."
    }
  }
}

extension [String] {
  /// The different lines in order, each with its number.
  fileprivate var grouped: [(line: String, count: Int)] {
    let counts = reduce(into: [:]) { $0[$1, default: 0] += 1 }
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }.map { ($0, counts[$0] ?? 0) }
  }
}

extension Leftover {
  /// The line of a load also has the number of tasks that wait for it.
  fileprivate func line(waits: Int) -> String {
    guard kind == .load, waits > 0 else { return line }
    return "\(line); \(waits == 1 ? "a task waits" : "\(waits) tasks wait") for it"
  }
}
