// Who is interested.

extension CacheStateMachine {
  /// What somebody finds who takes an interest in a key.
  enum Found: Sendable, Hashable {
    /// A fresh value.
    case hit
    /// A load that is on its way.
    case joined
    /// A failure that is not to be tried again yet.
    case resting
    /// A value that has to be loaded again.
    case stale
    /// Nothing: it has to be loaded.
    case missing
  }

  struct Taken {
    let id: ID
    let handle: Handle
    let found: Found
    /// How urgent the load is now, if that has changed.
    let priority: LoadPriority?
    /// The ticket of the countdown to its end that is over by this.
    let wasLeaving: ID?
    let expired: Known?
  }

  /// Takes an interest in a key, which gets an entry if it has none.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - priority: How urgent it is.
  ///   - now: The time, counted from any moment.
  ///   - make: Makes the handle of a new entry from what is known of its key.
  /// - Returns: The entry, and what was found.
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

extension CacheStateMachine {
  /// What becomes of an entry.
  enum Change {
    case none
    /// Its loads are as urgent as this now.
    case moved(Handle, LoadPriority)
    /// Nobody is interested any more: it ends when a while is over, if this ticket is the last one.
    case leaving(Handle, ticket: UInt)
    /// It has ended: its loader is to be released, and with it what it does.
    case ended(Handle, Release)
  }

  /// What has to be released where no lock is held, and told.
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

  /// The while is over after which an entry ends that nobody is interested in.
  mutating func expire(_ id: ID, ticket: UInt) -> Change {
    guard let entry = entries[id], entry.leaving == ticket else { return .none }
    counted.abandoned += 1
    return .ended(entry.handle, end(entry))
  }

  private mutating func abandon(_ entry: Entry) -> Change {
    guard entry.load != nil else { return .ended(entry.handle, end(entry)) }
    guard hasGrace else {
      counted.abandoned += 1
      return .ended(entry.handle, end(entry))
    }
    let ticket = newID()
    entries[entry.id]?.leaving = ticket
    return .leaving(entry.handle, ticket: ticket)
  }

  /// Ends an entry; what it shows is kept again, if it had to make room while it was shown.
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

extension CacheStateMachine {
  /// Ends the entries that nobody is interested in; returns their loaders.
  mutating func close() -> [Handle] {
    let abandoned = entries.values.filter { $0.interests.isEmpty }.sorted { $0.id < $1.id }
    for entry in abandoned { entries[entry.id] = nil }
    return abandoned.map(\.handle)
  }
}
