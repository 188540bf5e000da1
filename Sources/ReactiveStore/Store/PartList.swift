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
    let glance: PartGlance?
    /// Compares the part of the state at a pointer with its last value.
    let look: @Sendable (UnsafeMutableRawPointer) -> Void
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
  // SAFETY: both are accessed only in the turns of one store, which run one after the other.
  private nonisolated(unsafe) var groups = PartGroups()
  /// True after the first part was added.
  @exclusivity(unchecked) private nonisolated(unsafe) var isUsed = false

  /// Notifies the parts that have changed in the state at a pointer; the state stays unchanged.
  func look(at state: UnsafeMutableRawPointer) {
    // A store without scoped stores need not lock.
    guard isUsed else { return }
    for part in entries.withLock({ $0.parts })
    where part.glance?.seesTheSame(in: state) != true {
      part.look(state)
    }
  }

  @inline(__always)
  func look<State>(in state: UnsafeMutablePointer<State>) {
    look(at: UnsafeMutableRawPointer(state))
  }

  /// Adds a part; called only in the turns of the store.
  ///
  /// - Parameters:
  ///   - glance: A fast check whether the part is unchanged, if there is one.
  ///   - look: Compares the part with its last value; it does not change the state.
  /// - Returns: The id to remove it by.
  func add<State>(
    _ glance: PartGlance? = nil,
    _ look: @escaping @Sendable (inout State) -> Void
  ) -> UInt {
    isUsed = true
    return entries.withLock { entries in
      entries.lastID += 1
      let entry = Entry(id: entries.lastID, glance: glance) {
        look(&$0.assumingMemoryBound(to: State.self).pointee)
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

  /// Returns the group of the parts of the value at a path; called only in the turns of the store.
  func group<State, Part: Sendable>(
    at path: any KeyPath<State, Part> & Sendable,
    in now: State
  ) -> PartGroup {
    groups.group(at: path, of: self, in: now)
  }
}
