public import ReactiveLoadable

/// The parts of a state that somebody observes, each of which is told of its own changes only.
///
/// A part looks at the state where it stands, since copies of a large one would cost more than all the
/// rest. Parts of a part are looked at only when that has changed. The lock guards the list; parts are
/// told outside it, by whoever reduces.
@usableFromInline
final class PartList<State: Sendable>: Sendable {
  /// Looks whether a part has changed; it changes nothing of the state.
  @usableFromInline typealias Look = @Sendable (inout State) -> Void

  @usableFromInline typealias Entry = (id: UInt, glance: PartGlance?, look: Look)

  @usableFromInline
  struct Entries {
    @usableFromInline var parts: [Entry] = []
    @usableFromInline var lastID: UInt = 0

    @inlinable
    init() {}

    /// Where an entry is: they stand in the order of their ids.
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
  // SAFETY: it is touched in the turns of one store only, which come one after the other.
  private nonisolated(unsafe) var groups = PartGroups()

  @usableFromInline
  init() {}

  @inlinable
  func look(at state: inout State) {
    let parts = entries.withLock { $0.parts }
    for part in parts where !isTheSame(part.glance, in: &state) { part.look(&state) }
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

  /// The group of the parts of what is stored at a path; called in the turns of the store.
  func group<Part: Sendable>(
    at path: any KeyPath<State, Part> & Sendable,
    in now: State
  ) -> PartGroup<State, Part> {
    groups.group(at: path, of: self, in: now)
  }
}
