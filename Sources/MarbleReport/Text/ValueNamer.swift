import CustomDump

/// Names for the values of a recording that have none: free letters, the same for equal values.
struct ValueNamer {
  private(set) var values: [(name: String, text: String)] = []
  /// The new name of the error; nil if it needs none.
  private(set) var failure: String?
  private let comparison: Comparison
  private let needsFailure: Bool
  /// The names to use, the next one last; read from the table only if a value has no name.
  private lazy var free = ValueNamer.free(in: comparison)
  private var names: [String: String] = [:]
  private var large: [(value: Any, name: String)] = []

  private static let maxParts = 1_000

  private static let letters = "xyzabcdefghijklmnopqrstuvwABCDEFGHIJKLMNOPQRSTUVWXYZ"
    .map(String.init)

  init(_ comparison: Comparison, namingFailure needsFailure: Bool) {
    self.comparison = comparison
    self.needsFailure = needsFailure
  }

  mutating func signal(of recorded: Recorded) -> MarbleDiagram.Signal {
    switch recorded.signal {
    case .value(let value): .value(recorded.name ?? name(of: value))
    case .failure: .failure(recorded.name ?? newFailure())
    case .end, .subscribe, .unsubscribe: recorded.sign
    }
  }

  private mutating func name(of value: Any) -> String {
    // A dump of a large value takes too long, so it is compared with `==`.
    guard !hasParts(value, moreThan: ValueNamer.maxParts) else {
      if let same = large.first(where: { equality($0.value, value) == true }) { return same.name }
      let name = newName(of: value)
      large.append((value, name))
      return name
    }
    let dump = String(customDumping: value)
    if let name = names[dump] { return name }
    let name = newName(of: value)
    names[dump] = name
    return name
  }

  private mutating func newName(of value: Any) -> String {
    let name = free.popLast() ?? "x"
    values.append((name, oneLine(value)))
    return name
  }

  private mutating func newFailure() -> String? {
    guard needsFailure else { return nil }
    let used = comparison.matcher.failures.named
    failure = free.last { used[$0] == nil } ?? "x"
    return failure
  }

  private static func free(in comparison: Comparison) -> [String] {
    let drawn = comparison.expected.events.map(\.signal.text)
    let used = Set(drawn + comparison.actual.compactMap(\.name))
    let numbered = comparison.actual.indices.map { "x\($0 + 1)" }
    let unused = (letters + numbered).filter { !used.contains($0) }
    let outside = unused.filter { comparison.matcher.isInTable?($0) != true }
    // A table that makes values from names may have one for every name.
    return (outside.isEmpty ? unused : outside).reversed()
  }
}
