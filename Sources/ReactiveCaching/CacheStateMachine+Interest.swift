import ReactiveLoading
import ReactiveRelays

// The interests in keys.

extension CacheStateMachine {
  /// Adds an interest in a key that is not cached, or whose time to live has passed.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - priority: The priority of the interest.
  ///   - now: The current time, relative to an arbitrary start.
  /// - Returns: The record of the key, and the result of the lookup.
  mutating func take(_ key: Key, at priority: LoadPriority, now: Duration) -> TakenKey {
    let expired = expire(key, at: now)
    let known = known(key)
    let taken = core.take(known, at: priority, now: now)
    if known.facts.isShownLonger { table.show(known) }
    return TakenKey(record: known, facts: taken, expired: expired)
  }

  /// Returns the record of a key if a row can show its value without any other change.
  ///
  /// It is mutating, so that the machine is not copied for the call.
  mutating func quietRecord(of key: Key, at now: Duration) -> KeyRecord? {
    guard let row = table.places[key], let record = table.use(Int(row)),
      record.facts.isQuiet(at: now)
    else { return nil }
    return record
  }

  /// Registers the loader of a key; returns its id.
  mutating func begin(_ known: Known) -> UInt {
    let id = core.newID()
    known.facts.loader = id
    loads[id] = known
    return id
  }
}

// MARK: Leaving

extension CacheStateMachine {
  /// The objects to release, and the loader to close, outside the lock, after the last interest.
  struct Ended {
    let known: Known
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

  /// Ends the grace time of a loader; `nil` if another interest has followed.
  mutating func expire(_ id: UInt, ticket: UInt) -> Ended? {
    guard let known = loads[id], core.expire(known, ticket).isEnd else { return nil }
    return end(known)
  }

  /// Ends the use of a key; a value that was evicted while it had interests is cached again.
  mutating func end(_ known: Known) -> Ended {
    if let id = known.facts.loader { loads[id] = nil }
    var ended = Ended(known: known, loader: known.loader.take(), relay: core.end(known))
    if known.facts.isShownLonger { table.show(known) }
    if let row = known.facts.row, !core.memory.isKept(row) {
      var release = Release()
      keepAgain(row, known, &release)
      ended.release = release
    }
    table.rest(known)
    return ended
  }
}

/// The record of a key with a new interest, and the result of the lookup.
struct TakenKey {
  let record: KeyRecord
  let facts: KeyFacts.Taken
  /// The record of an earlier value, which has expired.
  let expired: KeyRecord?
}
