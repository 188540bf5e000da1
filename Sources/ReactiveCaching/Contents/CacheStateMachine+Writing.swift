import ReactiveLoading
import ReactiveRelays

// Values that the app writes, and other limits.

extension CacheStateMachine {
  struct WriteResult {
    var release = CacheRelease()
    /// The id and the loader of a key that has one, which must write the value instead.
    var loader: (id: UInt, loader: CachedLoader?)?
    /// The state to deliver to the observers of the key.
    var pending: (relay: Entry.Relay, state: Entry.Relay.PendingDelivery)?
  }

  /// Writes the value of a key, and makes it the current state of the key's relay.
  mutating func write(
    _ key: Key,
    _ state: CachedState,
    on metadata: CacheEntryMetadata
  ) -> WriteResult {
    var result = WriteResult()
    let entry = entry(key)
    if let id = entry.core.loader {
      result.loader = (id, entry.loader)
      return result
    }
    result.release.states.append(entry.write(state, on: core.withCurrentTimeToLive(metadata)))
    (entry.core.failures, entry.core.backoffEnd) = (0, .distantPast)
    table.updateFastPath(entry)
    if let relay = entry.typedRelay { result.pending = (relay, relay.commit(state.loadable())) }
    if let row = entry.core.row { cache(row, entry, &result.release) }
    table.deactivate(entry)
    return result
  }

  /// Marks the value of a key as stale; returns the loader that must do the same.
  mutating func invalidate(_ key: Key) -> CachedLoader? {
    table.row(of: key) == nil ? nil : invalidate(entry(key))
  }

  mutating func invalidate(_ entry: Entry) -> CachedLoader? {
    // The old state has the same values, so nothing is released here.
    _ = entry.write(entry.state.stale(noLaterThan: .distantPast))
    table.updateFastPath(entry)
    table.deactivate(entry)
    return entry.loader
  }

  /// Removes a key; its interests keep their state, and later values of its loader are not cached.
  mutating func remove(_ key: Key) -> AnyCacheEntry? { table.row(of: key).flatMap { remove($0) } }
}

// MARK: Limits

extension CacheStateMachine {
  /// Changes the limits, and evicts the values that exceed them.
  mutating func limit(to limits: CacheLimits, now: Duration) -> CacheRelease {
    if let timeToLive = limits.timeToLive, timeToLive != core.limits.timeToLive {
      limitExpiry(to: now + timeToLive)
      core.expiryLimit = now + timeToLive
    }
    core.limits = limits
    core.eviction.capacity = limits.capacity
    return trim(to: 1)
  }

  /// Limits the lifetime and the freshness of all cached values to a point in time.
  private mutating func limitExpiry(to time: Duration) {
    for entry in table.keys.map({ entry($0) }) {
      defer { table.deactivate(entry) }
      if entry.state.value == nil { continue }
      // The old state has the same values, so nothing is released here.
      _ = entry.write(entry.state, on: entry.core.metadata.ending(by: time))
      table.updateFastPath(entry)
    }
  }
}
