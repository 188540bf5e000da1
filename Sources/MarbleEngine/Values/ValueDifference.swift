/// The places where two values differ, found through the mirrors that CustomDump prints.
///
/// The work is bounded by the depth, the number of parts and the number of places.
package struct ValueDifference {
  package struct Place {
    package enum Change {
      case different(expected: Any, actual: Any)
      case missing(Any)
      case unexpected(Any)
      case members(missing: [Any], unexpected: [Any])
      case count(expected: Int, actual: Int)
    }

    /// The fields and indices that lead to the part: `.podcasts[1].title`; empty for the value.
    package let path: String
    package let change: Change
    /// The objects on the path.
    fileprivate let trail: [ObjectPair]
    fileprivate let depth: Int
  }

  package private(set) var places: [Place] = []
  /// True if a bound ended the search.
  package private(set) var isCut = false
  private let budget: Budget
  /// The smallest depth at which each pair of objects was compared.
  private var depths: [ObjectPair: Int] = [:]
  private var trail: [ObjectPair] = []
  /// The number of places that were found, and of pairs that were skipped.
  private var (found, skipped) = (0, 0)

  /// The number of visited parts, and the objects in comparison, also of nested comparisons: a
  /// graph of objects can have cycles.
  final class Budget {
    fileprivate var visits = 0
    fileprivate var active: Set<ObjectPair> = []
  }

  private static let maxPlaces = 5
  private static let maxPlacesInObjects = 200
  private static let maxVisits = 5_000
  private static let maxDepth = 24

  package init(_ expected: Any, _ actual: Any) {
    self.init(expected, actual, Budget(), depth: 0)
  }

  init(_ expected: Any, _ actual: Any, _ budget: Budget, depth: Int) {
    self.budget = budget
    compare(expected, actual, at: "", depth: depth)
    if !depths.isEmpty { sortPlaces() }
  }

  /// Puts the places on short paths first: in a graph of objects, the search finds long ones first.
  private mutating func sortPlaces() {
    let sorted = places.enumerated().sorted {
      ($0.element.depth, $0.offset) < ($1.element.depth, $1.offset)
    }
    places = sorted.prefix(ValueDifference.maxPlaces).map(\.element)
    isCut = isCut || sorted.count > places.count
  }

  /// The largest number of places to find; more in objects, whose places are sorted.
  private var limit: Int {
    depths.isEmpty ? ValueDifference.maxPlaces : ValueDifference.maxPlacesInObjects
  }

  private mutating func compare(_ expected: Any, _ actual: Any, at path: String, depth: Int) {
    guard places.count < limit, budget.visits < ValueDifference.maxVisits,
      depth < ValueDifference.maxDepth
    else {
      isCut = true
      return
    }
    budget.visits += 1
    let (expected, actual) = (represented(expected), represented(actual))
    let areEqual = equality(expected, actual)
    guard areEqual != true, let pair = enter(expected, actual, depth: depth) else { return }
    defer { leave(pair) }
    let before = (found, skipped)
    let haveParts =
      type(of: expected) == type(of: actual)
      && compare(
        Parts(expected, budget, depth: depth + 1),
        Parts(actual, budget, depth: depth + 1),
        at: path,
        depth: depth + 1
      )
    // A comparison with `==` may see more than the mirrors show.
    let isHidden = areEqual == false && (found, skipped) == before && !isCut
    let isLeaf = !haveParts && (areEqual == false || isDescribedDifferently(expected, actual))
    if isHidden || isLeaf { add(.different(expected: expected, actual: actual), at: path, depth) }
  }

  /// Begins the comparison of two values; returns nil for two objects that have been compared.
  ///
  /// Objects that are found again on a shorter path are compared again, for that path.
  private mutating func enter(_ expected: Any, _ actual: Any, depth: Int) -> ObjectPair?? {
    guard let pair = ObjectPair(expected, actual) else { return .some(nil) }
    guard !budget.active.contains(pair), depths[pair].map({ depth < $0 }) ?? true else {
      skipped += 1
      return nil
    }
    places.removeAll { $0.trail.contains(pair) }
    depths[pair] = depth
    budget.active.insert(pair)
    trail.append(pair)
    return pair
  }

  private mutating func leave(_ pair: ObjectPair?) {
    guard let pair else { return }
    budget.active.remove(pair)
    trail.removeLast()
  }

  /// Returns false if the parts are of different kinds, which have no common places.
  private mutating func compare(
    _ expected: Parts?,
    _ actual: Parts?,
    at path: String,
    depth: Int
  ) -> Bool {
    switch (expected, actual) {
    case (.optional(let expected?), .optional(let actual?)):
      compare(expected, actual, at: path, depth: depth)
    case (.optional(nil), .optional(nil)):
      break
    case (.fields(let expected), .fields(let actual))
    where expected.map(\.label) == actual.map(\.label):
      for (expected, actual) in zip(expected, actual) {
        compare(expected.value, actual.value, at: "\(path).\(expected.label)", depth: depth)
      }
    case (.elements(let expected), .elements(let actual)):
      compare(expected, actual, at: path, depth: depth)
    case (.entries(let expected), .entries(let actual)):
      compare(expected, actual, at: path, depth: depth)
    case (.members(let expected), .members(let actual)):
      let missing = expected.subtracting(actual), unexpected = actual.subtracting(expected)
      guard !missing.isEmpty || !unexpected.isEmpty else { break }
      add(
        .members(missing: missing.sortedValues, unexpected: unexpected.sortedValues),
        at: path,
        depth
      )
    case (nil, _), (.optional, _), (.fields, _), (.elements, _), (.entries, _), (.members, _):
      return false
    }
    return true
  }

  private mutating func compare(
    _ expected: any EquatableList,
    _ actual: any EquatableList,
    at path: String,
    depth: Int
  ) {
    let (count, other) = (expected.count, actual.count)
    let start = expected.firstMismatch(with: actual, from: 0) ?? min(count, other)
    guard count == other else {
      let isPart = start + expected.commonSuffix(with: actual) >= min(count, other)
      guard isPart else { return add(.count(expected: count, actual: other), at: path, depth) }
      for index in start..<(start + abs(count - other)) {
        add(
          count > other
            ? .missing(expected.anyElement(at: index)) : .unexpected(actual.anyElement(at: index)),
          at: "\(path)[\(index)]",
          depth
        )
        guard !isCut else { return }
      }
      return
    }
    var next: Int? = start < count ? start : nil
    while let index = next, !isCut {
      compare(
        expected.anyElement(at: index),
        actual.anyElement(at: index),
        at: "\(path)[\(index)]",
        depth: depth
      )
      next = expected.firstMismatch(with: actual, from: index + 1)
    }
  }

  private mutating func compare(
    _ expected: [AnyHashable: Any],
    _ actual: [AnyHashable: Any],
    at path: String,
    depth: Int
  ) {
    let keys = Set(expected.keys).union(actual.keys).filter { key in
      guard let expected = expected[key], let actual = actual[key] else { return true }
      return equality(expected, actual) != true
    }
    for (text, key) in keys.map({ (oneLine($0.base), $0) }).sorted(by: { $0.0 < $1.0 }) {
      let place = "\(path)[\(text)]"
      switch (expected[key], actual[key]) {
      case (let expected?, let actual?): compare(expected, actual, at: place, depth: depth)
      case (let expected?, nil): add(.missing(expected), at: place, depth)
      case (nil, let actual?): add(.unexpected(actual), at: place, depth)
      case (nil, nil): break
      }
    }
  }

  private mutating func add(_ change: Place.Change, at path: String, _ depth: Int) {
    found += 1
    guard places.count < limit else {
      isCut = true
      return
    }
    places.append(Place(path: path, change: change, trail: trail, depth: depth))
  }
}

private struct ObjectPair: Hashable {
  private let expected: ObjectIdentifier
  private let actual: ObjectIdentifier

  /// Returns nil for values that are not objects.
  init?(_ expected: Any, _ actual: Any) {
    guard type(of: expected) is AnyClass, type(of: actual) is AnyClass else { return nil }
    self.expected = ObjectIdentifier(expected as AnyObject)
    self.actual = ObjectIdentifier(actual as AnyObject)
  }
}

extension Set<AnyHashable> {
  fileprivate var sortedValues: [Any] {
    map { (oneLine($0.base), $0.base) }.sorted { $0.0 < $1.0 }.map(\.1)
  }
}
