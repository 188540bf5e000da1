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
    let bitComparison: PartBitComparison?
    /// Compares the part of the state at a pointer with its last value.
    let compare: @Sendable (UnsafeMutableRawPointer) -> Void
  }

  private struct Entries {
    /// The parts, sorted by id.
    var parts: [Entry] = []
    var lastID: UInt = 0

    func index(of id: UInt) -> Int? {
      var (first, end) = (0, parts.count)
      while first < end {
        let middle = (first + end) / 2
        if parts[middle].id < id { first = middle + 1 } else { end = middle }
      }
      return first < parts.count && parts[first].id == id ? first : nil
    }
  }

  private let entries = Lock(Entries())
  // SAFETY: both are accessed only on the serial queue of one store.
  private nonisolated(unsafe) var groups = PartGroups()
  /// True after the first part was added.
  @exclusivity(unchecked) private nonisolated(unsafe) var isUsed = false

  /// Notifies the parts that have changed in the state at a pointer; the state stays unchanged.
  func notify(at state: UnsafeMutableRawPointer) {
    // A store without scoped stores need not lock.
    guard isUsed else { return }
    for part in entries.withLock({ $0.parts })
    where part.bitComparison?.isUnchanged(in: state) != true {
      part.compare(state)
    }
  }

  @inline(__always)
  func notify<State>(in state: UnsafeMutablePointer<State>) {
    notify(at: UnsafeMutableRawPointer(state))
  }

  /// Adds a part; called only on the queue of the store.
  ///
  /// - Parameters:
  ///   - bitComparison: A fast check whether the part is unchanged, if there is one.
  ///   - compare: Compares the part with its last value; it does not change the state.
  /// - Returns: The id to remove it by.
  func add<State>(
    _ bitComparison: PartBitComparison? = nil,
    _ compare: @escaping @Sendable (inout State) -> Void
  ) -> UInt {
    isUsed = true
    return entries.withLock { entries in
      entries.lastID += 1
      let entry = Entry(id: entries.lastID, bitComparison: bitComparison) {
        compare(&$0.assumingMemoryBound(to: State.self).pointee)
      }
      entries.parts.append(entry)
      return entry.id
    }
  }

  func remove(_ id: UInt) {
    let removed = entries.withLock { entries in
      entries.index(of: id).map { entries.parts.remove(at: $0) }
    }
    withExtendedLifetime(removed) {}
  }

  /// Returns the group of the parts of the value at a path; called only on the queue of the store.
  func group<State, Part: Sendable>(
    at path: any KeyPath<State, Part> & Sendable,
    in now: State
  ) -> PartGroup {
    groups.group(at: path, of: self, in: now)
  }
}
