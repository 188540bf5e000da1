@testable import ReactiveLoadable

// The interests in keys.

extension OldCacheStateMachine {
  /// The result of a lookup for a new interest.
  enum Found: Sendable, Hashable {
    /// A fresh value.
    case hit
    /// A load in flight.
    case joined
    /// A failure during its backoff.
    case resting
    /// A stale value.
    case stale
    /// No value, or a load in flight whose result an invalidation made stale.
    case missing
  }

  struct Taken {
    let id: ID
    let handle: Handle
    let found: Found
    /// The new priority of the load, if it has changed.
    let priority: LoadPriority?
    /// The ticket of the grace countdown that the interest cancels.
    let wasLeaving: ID?
    let expired: Known?
  }

  /// Adds an interest in a key, and creates the entry of the key if it has none.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - priority: The priority of the interest.
  ///   - now: The current time, relative to an arbitrary start.
  ///   - make: Creates the handle of a new entry from the cached state of its key.
  /// - Returns: The entry, and the result of the lookup.
  mutating func take(
    _ key: Key,
    at priority: LoadPriority,
    now: Duration,
    make: (ID, State) -> Handle
  ) -> Taken {
    let expired = expire(key, at: now)
    let row = table.row(of: key) ?? insert(Known(key))
    let known = table[row] ?? Known(key)
    var entry = known.entry.flatMap { entries[$0] } ?? begin(row, known, make)
    let (before, leaving) = (entry.priority, entry.leaving)
    entry.interests.add(priority)
    entry.leaving = nil
    entries[entry.id] = entry
    memory.note(row)
    return Taken(
      id: entry.id,
      handle: entry.handle,
      found: find(entry, known, now),
      priority: entry.priority == before ? nil : entry.priority,
      wasLeaving: leaving,
      expired: expired
    )
  }

  private mutating func begin(
    _ row: Int,
    _ known: Known,
    _ make: (ID, State) -> Handle
  ) -> Entry {
    let id = newID()
    table.change(row) { $0.entry = id }
    return Entry(id: id, row: row, handle: make(id, known.state))
  }

  private mutating func find(_ entry: Entry, _ known: Known, _ now: Duration) -> Found {
    let found: Found =
      if entry.load != nil { entry.isOutdated ? .missing : .joined } else { find(known, now) }
    switch found {
    case .hit: hits += 1
    case .joined: counted.joins += 1
    case .resting: counted.failureHits += 1
    case .stale, .missing: break
    }
    return found
  }

  private func find(_ known: Known, _ now: Duration) -> Found {
    switch known.state {
    case .nothing: .missing
    case .loaded(_, let staleAt): now < staleAt ? .hit : .stale
    case .failed: known.restsUntil.map { now < $0 } ?? true ? .resting : .missing
    }
  }
}

// MARK: Leaving

extension OldCacheStateMachine {
  /// The effect of a change on an entry.
  enum Change {
    case none
    /// The loads of the entry have another priority.
    case moved(Handle, LoadPriority)
    /// The last interest has ended: the entry ends after the grace time of its last ticket.
    case leaving(Handle, ticket: UInt)
    /// The entry has ended: the caller closes its loader, which cancels a load in flight.
    case ended(Handle, Release)
  }

  /// The values to release and the events to publish outside the lock.
  struct Release {
    var known: [Known] = []
    var events: [CacheEvent<Key>] = []
  }

  mutating func change(_ id: ID, from before: LoadPriority, to priority: LoadPriority) -> Change {
    guard var entry = entries[id] else { return .none }
    let present = entry.priority
    entry.interests.remove(before)
    entry.interests.add(priority)
    entries[id] = entry
    return entry.priority == present ? .none : .moved(entry.handle, entry.priority)
  }

  mutating func leave(_ id: ID, at priority: LoadPriority) -> Change {
    guard var entry = entries[id] else { return .none }
    let before = entry.priority
    entry.interests.remove(priority)
    entries[id] = entry
    if entry.interests.isEmpty { return abandon(entry) }
    return entry.priority == before ? .none : .moved(entry.handle, entry.priority)
  }

  /// Ends an entry without interests after its grace time.
  mutating func expire(_ id: ID, ticket: UInt) -> Change {
    guard let entry = entries[id], entry.leaving == ticket else { return .none }
    counted.cancelledLoads += 1
    return .ended(entry.handle, end(entry))
  }

  private mutating func abandon(_ entry: Entry) -> Change {
    guard entry.load != nil else { return .ended(entry.handle, end(entry)) }
    guard hasGrace else {
      counted.cancelledLoads += 1
      return .ended(entry.handle, end(entry))
    }
    let ticket = newID()
    entries[entry.id]?.leaving = ticket
    return .leaving(entry.handle, ticket: ticket)
  }

  /// Ends an entry; a value that was evicted while it had interests is cached again.
  mutating func end(_ entry: Entry) -> Release {
    var release = Release()
    entries[entry.id] = nil
    guard !entry.isForgotten else { return release }
    table.change(entry.row) { $0.entry = nil }
    if !memory.isKept(entry.row), let known = table[entry.row] {
      keepAgain(entry.row, known, &release)
    }
    return release
  }
}

// MARK: The end of the cache

extension OldCacheStateMachine {
  /// Ends the entries without interests; returns their loaders.
  mutating func close() -> [Handle] {
    let abandoned = entries.values.filter { $0.interests.isEmpty }.sorted { $0.id < $1.id }
    for entry in abandoned { entries[entry.id] = nil }
    return abandoned.map(\.handle)
  }
}
