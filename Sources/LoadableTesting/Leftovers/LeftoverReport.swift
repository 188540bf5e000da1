/// The text of a failed check: the leftovers, the possible causes, the remedy.
struct LeftoverReport {
  private static let mostLines = 10
  /// The largest number of leftovers whose text is read.
  private static let mostTexts = 10_000

  /// The lines, the first leftover of each line with the number of equal ones.
  private let lines: [String]
  /// The number of leftovers.
  private let count: Int

  /// - Parameter all: The leftovers, in the order of creation.
  init(_ all: [Leftover]) {
    let left = all.withoutExplained.sortedByKind
    count = left.count
    let waits = Dictionary(grouping: all.filter(\.isWait), by: \.load).mapValues(\.count)
    lines = left.prefix(Self.mostTexts).map { $0.line(waits: waits[$0.load] ?? 0) }
  }

  /// The failure; `nil` if nothing is left.
  var text: String? {
    lines.isEmpty ? nil : [happened, Self.meaning, Self.remedy].joined(separator: "\n\n")
  }

  private var happened: String {
    let groups = lines.grouped
    let shown = groups.prefix(Self.mostLines)
    let first = "Still alive after the test: \(shown[0].line)"
    if count == 1 { return "\(first)." }
    var others = shown.map { "  \($0.count == 1 ? "" : "\($0.count) × ")\($0.line)" }
    let rest = count - shown.reduce(0) { $0 + $1.count }
    if rest > 0 { others.append("  … and \(rest) more") }
    if shown[0].count == 1 { others.removeFirst() }
    return (["\(first); \(count - 1) more:"] + others).joined(separator: "\n")
  }

  private static let meaning = """
    Possible causes: a subscription that is never cancelled; a task or a load that runs on after its \
    screen has closed; a reference cycle that keeps its owner alive. Dropping the handle of a load or of \
    a task does not cancel it.
    """

  private static let remedy = """
    Cancel it, await its end, or release its owner before the test ends. Create what may outlive a test, \
    such as a shared cache, in `ignoringLeftovers { … }`, or name it with `ignoring:`.
    """
}

extension [Leftover] {
  /// The leftovers that no other one explains.
  ///
  /// A task counts only without anything else, a relay that shows `loading` only without a load,
  /// and a wait only without its load.
  fileprivate var withoutExplained: [Leftover] {
    let loads = Set(filter(\.isLoad).map(\.load))
    let others = filter { leftover in
      switch leftover.kind {
      case .object, .load, .subscription: true
      case .wait: !loads.contains(leftover.load)
      case .relay: loads.isEmpty
      case .task: false
      }
    }
    return others.isEmpty ? filter(\.isTask) : others
  }

  /// The leftovers with the likely cause first; those of one kind stay in their order.
  fileprivate var sortedByKind: [Leftover] {
    enumerated()
      .sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
      .map(\.element)
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
  fileprivate var rank: Int {
    switch kind {
    case .object: 0
    case .load: 1
    case .wait: 2
    case .relay: 3
    case .subscription: 4
    case .task: 5
    }
  }

  fileprivate var isLoad: Bool { if case .load = kind { true } else { false } }
  fileprivate var isWait: Bool { if case .wait = kind { true } else { false } }

  /// The line of a load also has the number of tasks that wait for it.
  fileprivate func line(waits: Int) -> String {
    guard isLoad, waits > 0 else { return line }
    return "\(line); \(waits == 1 ? "a task waits" : "\(waits) tasks wait") for it"
  }
}
