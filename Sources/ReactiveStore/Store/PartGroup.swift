import ReactiveLoadable

/// The observed parts of one part of a state, such as the elements of a list.
///
/// They are compared only when the bits of that part have changed. An action outside the list
/// therefore costs the same for a thousand observed elements as for one. The stores of its members
/// keep the group alive.
final class PartGroup: Sendable {
  let parts = PartList()
  private let whole: PartList
  private let id: UInt

  /// Starts to observe the part at a path.
  init<Whole, Part: Sendable>(
    of whole: PartList,
    at path: any KeyPath<Whole, Part> & Sendable,
    in now: Whole
  ) {
    let last = RetainedPart(now[keyPath: path])
    let bitComparison = PartBitComparison(last, at: MemoryLayout<Whole>.offset(of: path))
    self.whole = whole
    id = whole.add(bitComparison) { [parts] (state: inout Whole) in
      var part = state[keyPath: path]
      if last.hasSameBits(as: &part) { return }
      last.update(part)
      parts.notify(in: &part)
    }
  }

  deinit { whole.remove(id) }
}

/// The groups of a state by the paths of their parts, accessed only on the queue of one store.
///
/// Groups without members are removed when the count exceeds twice the number of groups with
/// members, plus 16.
struct PartGroups: Sendable {
  // SAFETY: every path that is passed in is Sendable; AnyKeyPath only makes it hashable.
  private nonisolated(unsafe) var groups: [AnyKeyPath: Weak<PartGroup>] = [:]
  private var threshold = Self.minimum

  private static var minimum: Int { 16 }

  /// Returns the group of the part at a path, and creates it if necessary.
  mutating func group<Whole, Part: Sendable>(
    at path: any KeyPath<Whole, Part> & Sendable,
    of whole: PartList,
    in now: Whole
  ) -> PartGroup {
    if let group = groups[path]?.object { return group }
    let group = PartGroup(of: whole, at: path, in: now)
    groups[path] = Weak(group)
    if groups.count > threshold {
      groups = groups.filter { $0.value.object != nil }
      threshold = 2 * groups.count + Self.minimum
    }
    return group
  }
}
