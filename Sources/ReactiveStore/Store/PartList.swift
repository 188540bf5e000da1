public import ReactiveLoadable

/// The observed parts of a state, each of which is notified only of its changes.
///
/// A part is compared in place in the state, because copies of a large part would dominate the
/// cost. The parts of a part are compared only when that part has changed. The lock guards the
/// list; parts are notified outside the lock, on the thread that reduces.
@usableFromInline
final class PartList<State: Sendable>: Sendable {
  /// Compares a part with its last value; it does not change the state.
  @usableFromInline typealias Look = @Sendable (inout State) -> Void

  @usableFromInline typealias Entry = (id: UInt, glance: PartGlance?, look: Look)

  @usableFromInline
  struct Entries {
    @usableFromInline var parts: [Entry] = []
    @usableFromInline var lastID: UInt = 0

    @inlinable
    init() {}

    /// Returns the index of an entry; entries are sorted by id.
    @usableFromInline
    func index(of id: UInt) -> Int? {
      var (first, end) = (0, parts.count)
      while first < end {
        let middle = (first + end) / 2
        if parts[middle].id < id { first = middle + 1 } else { end = middle }
      }
      return first < parts.count && parts[first].id == id ? first : nil
    }
  }

  @usableFromInline let entries = Lock(Entries())
  // SAFETY: it is accessed only in the turns of one store, which run one after the other.
  private nonisolated(unsafe) var groups = PartGroups()

  @usableFromInline
  init() {}

  @inlinable
  func look(at state: inout State) {
    let parts = entries.withLock { $0.parts.isEmpty ? nil : $0.parts }
    for part in parts ?? [] where !isTheSame(part.glance, in: &state) { part.look(&state) }
  }

  @inlinable
  func isTheSame(_ glance: PartGlance?, in state: inout State) -> Bool {
    guard let glance else { return false }
    return withUnsafePointer(to: &state) { glance.seesTheSame(in: UnsafeRawPointer($0)) }
  }

  @inlinable
  func add(_ glance: PartGlance?, _ look: @escaping Look) -> UInt {
    entries.withLock { entries in
      entries.lastID += 1
      entries.parts.append((entries.lastID, glance, look))
      return entries.lastID
    }
  }

  @inlinable
  func remove(_ id: UInt) {
    let removed = entries.withLock { entries in
      entries.index(of: id).map { entries.parts.remove(at: $0) }
    }
    withExtendedLifetime(removed) {}
  }

  /// Returns the group of the parts of the value at a path; called only in the turns of the store.
  func group<Part: Sendable>(
    at path: any KeyPath<State, Part> & Sendable,
    in now: State
  ) -> PartGroup<State, Part> {
    groups.group(at: path, of: self, in: now)
  }
}
