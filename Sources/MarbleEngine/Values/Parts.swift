import CustomDump

/// The parts of a value, as its mirror shows them.
enum Parts {
  case optional(Any?)
  /// The properties of a structure, a class or a tuple, or the case of an enumeration.
  case fields([(label: String, value: Any)])
  case elements(any EquatableList)
  case entries([AnyHashable: Any])
  case members(Set<AnyHashable>)

  /// The largest number of parts; a larger value counts as one without parts.
  private static let maxCount = 2_000

  /// Returns nil for a value without parts, such as a string or a number.
  ///
  /// Elements without `==` use the budget of the comparison, too.
  init?(_ value: Any, _ budget: ValueDifference.Budget, depth: Int) {
    if let list = value as? any EquatableList {
      self = .elements(list)
      return
    }
    guard !(value is any CustomDumpStringConvertible) else { return nil }
    let mirror = Mirror(dumping: value)
    guard mirror.children.count <= Parts.maxCount else { return nil }
    let values = mirror.children.map(\.value)
    switch mirror.displayStyle {
    case .optional: self = .optional(values.first)
    case .collection:
      self = .elements(values.map { AnyElement(value: $0, budget: budget, depth: depth) })
    case .dictionary:
      let pairs = values.compactMap { $0 as? (key: AnyHashable, value: Any) }
      guard pairs.count == values.count else { return nil }
      self = .entries(Dictionary(pairs.map { ($0.key, $0.value) }) { first, _ in first })
    case .set:
      self = .members(Set(values.compactMap { $0 as? AnyHashable }))
    default:
      guard !values.isEmpty else { return nil }
      self = .fields(
        mirror.children.enumerated().map { index, child in
          let label = child.label ?? "\(index)"
          return (label.hasPrefix(".") ? String(label.dropFirst()) : label, child.value)
        }
      )
    }
  }
}

extension Mirror {
  /// The mirror that CustomDump uses.
  package init(dumping value: Any) {
    self = (value as? any CustomDumpReflectable)?.customDumpMirror ?? Mirror(reflecting: value)
  }
}

/// An array whose elements are compared with `==`.
protocol EquatableList {
  var count: Int { get }
  func anyElement(at index: Int) -> Any
  /// The first index from `start` at which both lists have an element, and not the same.
  func firstMismatch(with other: any EquatableList, from start: Int) -> Int?
  func commonSuffix(with other: any EquatableList) -> Int
}

extension Array: EquatableList where Element: Equatable {
  func anyElement(at index: Int) -> Any {
    (self[index] as? AnyElement)?.value ?? self[index]
  }

  func firstMismatch(with other: any EquatableList, from start: Int) -> Int? {
    guard let other = other as? Self else { return nil }
    let end = Swift.min(count, other.count)
    return start < end ? (start..<end).first { self[$0] != other[$0] } : nil
  }

  func commonSuffix(with other: any EquatableList) -> Int {
    guard let other = other as? Self else { return 0 }
    return zip(reversed(), other.reversed()).prefix { $0 == $1 }.count
  }
}

/// An element of a list whose type has no `==`; compared through its mirror.
private struct AnyElement: Equatable {
  let value: Any
  let budget: ValueDifference.Budget
  let depth: Int

  static func == (one: Self, other: Self) -> Bool {
    if let areEqual = equality(one.value, other.value) { return areEqual }
    return ValueDifference(one.value, other.value, one.budget, depth: one.depth).places.isEmpty
  }
}
