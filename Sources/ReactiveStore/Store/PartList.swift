import ReactiveLoadable

/// The observed parts of a state, each of which is notified only of its changes.
///
/// A part is compared in place in the state, because copies of a large part would dominate the
/// cost. The parts of a part are compared only when that part has changed. The lock guards the
/// list; parts are notified outside the lock, on the thread that reduces. All states that are
/// passed to one list have one type.
final class PartList: Sendable {
  private struct Entry {
    let id: UInt
    /// The last value, for a fast check whether the part is unchanged; `nil` without a check.
    let last: RetainedPart?
    /// Compares the part of the state at a pointer with its last value.
    let compare: @Sendable (UnsafeMutableRawPointer) -> Void
  }

  private let entries = Lock([Entry]())
  // SAFETY: all of them are accessed only on the serial queue of one store. The paths are Sendable.
  private nonisolated(unsafe) var groups: [AnyKeyPath: Weak<PartGroup>] = [:]
  private nonisolated(unsafe) var groupLimit = 16
  private nonisolated(unsafe) var lastID: UInt = 0
  // SAFETY: as above.
  /// True after the first part was added.
  @exclusivity(unchecked) private nonisolated(unsafe) var isUsed = false

  /// Notifies the parts that have changed in the state at a pointer; the state stays unchanged.
  func notify(at state: UnsafeMutableRawPointer) {
    // A store without scoped stores need not lock.
    guard isUsed else { return }
    for part in entries.withLock({ $0 }) where part.last?.isUnchanged(in: state) != true {
      part.compare(state)
    }
  }

  @inline(__always)
  func notify<State>(in state: UnsafeMutablePointer<State>) {
    notify(at: UnsafeMutableRawPointer(state))
  }

  /// Adds a part, and returns the id to remove it by; called only on the queue of the store.
  func add<State>(
    _ last: RetainedPart? = nil,
    _ compare: @escaping @Sendable (inout State) -> Void
  ) -> UInt {
    isUsed = true
    lastID += 1
    let entry = Entry(id: lastID, last: last) {
      compare(&$0.assumingMemoryBound(to: State.self).pointee)
    }
    entries.withLock { $0.append(entry) }
    return entry.id
  }

  func remove(_ id: UInt) {
    let removed = entries.withLock { entries in
      entries.firstIndex { $0.id == id }.map { entries.remove(at: $0) }
    }
    withExtendedLifetime(removed) {}
  }

  /// Returns the group of the parts of the value at a path; called only on the queue of the store.
  ///
  /// Groups without members are removed when the count exceeds twice the number of groups with
  /// members, plus 16.
  func group<State, Part: Sendable>(
    at path: any KeyPath<State, Part> & Sendable,
    in now: State
  ) -> PartGroup {
    if let group = groups[path]?.object { return group }
    let group = PartGroup(of: self, at: path, in: now)
    groups[path] = Weak(object: group)
    if groups.count > groupLimit {
      groups = groups.filter { $0.value.object != nil }
      groupLimit = 2 * groups.count + 16
    }
    return group
  }
}

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
    let last = RetainedPart(now[keyPath: path], at: MemoryLayout<Whole>.offset(of: path))
    self.whole = whole
    id = whole.add(last) { [parts] (state: inout Whole) in
      var part = state[keyPath: path]
      if last.hasSameBits(as: &part) { return }
      last.update(part)
      parts.notify(in: &part)
    }
  }

  deinit { whole.remove(id) }
}
