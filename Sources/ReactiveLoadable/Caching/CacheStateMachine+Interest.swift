// The interests in keys.

extension CacheStateMachine {
  typealias Found = KeyFacts.Found

  struct Taken {
    let known: Known
    let facts: KeyFacts.Taken
    let expired: KeyRecord?

    var found: Found { facts.found }
  }

  /// Adds an interest in a key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - priority: The priority of the interest.
  ///   - now: The current time, relative to an arbitrary start.
  /// - Returns: The record of the key, and the result of the lookup.
  mutating func take(_ key: Key, at priority: LoadPriority, now: Duration) -> Taken {
    let expired = expire(key, at: now)
    let known = known(key)
    if !known.facts.isActive { active += 1 }
    let taken = known.facts.take(priority, at: now)
    if let row = known.facts.row { memory.note(row) }
    showAgain(known)
    switch taken.found {
    case .hit: hits += 1
    case .joined: counted.joins += 1
    case .resting: counted.failureHits += 1
    case .stale, .missing: break
    }
    return Taken(known: known, facts: taken, expired: expired)
  }

  /// Makes a value visible to readers for longer or shorter, if its interests decide on that.
  private mutating func showAgain(_ known: Known) {
    if case .value(let staleAt) = known.facts.contents, known.facts.terms.expiry < staleAt {
      table.show(known)
    }
  }

  /// Registers the loader of a key; returns its id.
  mutating func begin(_ known: Known) -> UInt {
    let id = newID()
    known.facts.loader = id
    loads[id] = known
    return id
  }
}

// MARK: Leaving

extension CacheStateMachine {
  /// The objects to release, and the loader to close, outside the lock, after the last interest.
  struct Ended {
    let loader: Loader?
    let relay: RelayCore?
    /// The events to publish; `nil` if nothing was evicted.
    var release: Release?
  }

  /// The values to release and the events to publish outside the lock.
  struct Release {
    var states: [State] = []
    var known: [KeyRecord] = []
    var events: [CacheEvent<Key>] = []
  }

  /// Ends an interest.
  mutating func leave(_ known: Known, at priority: LoadPriority) -> (KeyFacts.Change, Ended?) {
    let change = known.facts.leave(priority, hasGrace ? newID() : nil)
    return (change, end(known, after: change))
  }

  /// Ends the grace time of a loader; `nil` if another interest has followed.
  mutating func expire(_ id: UInt, ticket: UInt) -> Ended? {
    loads[id].flatMap { end($0, after: $0.facts.expire(ticket)) }
  }

  private mutating func end(_ known: Known, after change: KeyFacts.Change) -> Ended? {
    switch change {
    case .none, .moved, .leaving: return nil
    case .cancelled: counted.cancelledLoads += 1
    case .ended: break
    }
    return end(known)
  }

  /// Ends the use of a key; a value that was evicted while it had interests is cached again.
  mutating func end(_ known: Known) -> Ended {
    active -= 1
    if let id = known.facts.loader { loads[id] = nil }
    known.facts.forgetLoader()
    var ended = Ended(loader: known.loader.take(), relay: known.relay.take())
    if let row = known.facts.row {
      showAgain(known)
      if !memory.isKept(row) {
        var release = Release()
        keepAgain(row, known, &release)
        ended.release = release
      }
    }
    return ended
  }
}
