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
  /// - Returns: the entry of the key, and the result of the lookup.
  mutating func addInterest(_ key: Key, at priority: LoadPriority, now: Duration) -> AddedInterest {
    let expired = expire(key, at: now)
    let entry = entry(key)
    let added = core.addInterest(entry, at: priority, now: now)
    if entry.core.outlivesExpiry { table.updateFastPath(entry) }
    return AddedInterest(entry: entry, effect: added, expired: expired)
  }

  /// Returns the entry of a key if a row can show its value without any other change.
  ///
  /// It is mutating, so that the machine is not copied for the call.
  mutating func plainHit(of key: Key, at now: Duration) -> AnyCacheEntry? {
    guard let row = table.rows[key], let entry = table.activate(Int(row)),
      entry.core.isPlainHit(at: now)
    else { return nil }
    return entry
  }

  /// Registers the loader of a key; returns its id.
  mutating func registerLoader(_ entry: Entry) -> UInt {
    let id = core.newID()
    entry.core.loader = id
    loads[id] = entry
    return id
  }
}

// MARK: Ends

extension CacheStateMachine {
  /// The objects to release, and the loader to close, outside the lock, after the last interest.
  struct Teardown {
    let entry: Entry
    let loader: Loader?
    let relay: RelayCore?
    /// The events to publish; `nil` if nothing was evicted.
    var release: Release?
  }

  /// The values to release and the events to publish outside the lock.
  struct Release {
    var states: [State] = []
    var entries: [AnyCacheEntry] = []
    var events: [CacheEvent<Key>] = []
  }

  /// Ends the grace time of a loader; `nil` if another interest has followed.
  mutating func expire(_ id: UInt, ticket: UInt) -> Teardown? {
    guard let entry = loads[id], core.expire(entry, ticket).isEnd else { return nil }
    return end(entry)
  }

  /// Ends the use of a key; a value that was evicted while it had interests is cached again.
  mutating func end(_ entry: Entry) -> Teardown {
    if let id = entry.core.loader { loads[id] = nil }
    var teardown = Teardown(entry: entry, loader: entry.loader.take(), relay: core.end(entry))
    if entry.core.outlivesExpiry { table.updateFastPath(entry) }
    if let row = entry.core.row, !core.eviction.isCached(row) {
      var release = Release()
      cacheAgain(row, entry, &release)
      teardown.release = release
    }
    table.deactivate(entry)
    return teardown
  }
}

/// The entry of a key with a new interest, and the result of the lookup.
struct AddedInterest {
  let entry: AnyCacheEntry
  let effect: CacheEntryCore.InterestEffect
  /// The entry of an earlier value, which has expired.
  let expired: AnyCacheEntry?
}
