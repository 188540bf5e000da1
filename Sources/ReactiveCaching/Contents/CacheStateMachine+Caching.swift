import ReactiveLoading
import ReactiveRelays

// The cached states, and their eviction.

extension CacheStateMachine {
  /// A change that the loader of a key reports.
  struct LoaderChange {
    let revision: LoadRevision
    /// The number of the decision.
    let decision: UInt
    let state: State
    /// True if the change is the failure of a load.
    let isFailure: Bool
    /// The cost and expiry of a new value; `nil` if the value is the same as before.
    var metadata: CacheEntryMetadata?
  }

  struct ReceiveResult {
    /// False if the use of the key has ended before.
    var isStored = false
    var release = Release()
    /// The end of the key's use, if the change has ended it.
    var teardown: Teardown?
    /// The number of failed loads in a row, if another load of the key has failed.
    var failures: Int?
  }

  mutating func receive(_ change: LoaderChange, of id: UInt) -> ReceiveResult {
    var result = ReceiveResult()
    guard let entry = loads[id] else { return result }
    result.isStored = true
    switch entry.core.receive(change.revision, of: change.decision) {
    case .late(let isOfSameValue):
      // The cost of the current value, or its failure, may arrive after a later change.
      if isOfSameValue { result.failures = store(change, entry, nil, &result.release) }
    case .next(let isOtherLoad):
      if isOtherLoad { core.counted.loads += 1 }
      result.failures = store(change, entry, change.state, &result.release)
      if entry.core.isAbandoned { result.teardown = end(entry) }
    }
    return result
  }

  /// Stores a change of a loader; returns the number of failures in a row after another failure.
  ///
  /// The state is `nil` if a later one has been stored.
  private mutating func store(
    _ change: LoaderChange,
    _ entry: Entry,
    _ state: State?,
    _ release: inout Release
  ) -> Int? {
    let isEmpty = if let state { state.value == nil } else { false }
    let metadata =
      change.metadata.map(withCurrentTimeToLive) ?? (isEmpty ? CacheEntryMetadata() : nil)
    release.states.append(entry.write(state ?? entry.state, on: metadata))
    // The interests in a removed key keep its state, but nothing of it is cached.
    guard let row = entry.core.row else { return nil }
    let failures = entry.core.recordFailure(change.isFailure)
    if failures != nil { core.counted.failures += 1 }
    table.updateFastPath(entry)
    if change.metadata != nil {
      cache(row, entry, &release)
    } else if failures != nil || entry.state.isEmpty {
      cacheAgain(row, entry, &release)
    }
    return failures
  }

  /// Sets the time until which new interests do not retry a failure.
  mutating func setBackoff(_ key: Key, after failures: Int, until time: Duration) {
    guard table[key]?.core.failures == failures else { return }
    let entry = entry(key)
    entry.core.backoffEnd = time
    table.deactivate(entry)
  }

  /// Caches a new value, unless its cost is too large.
  private mutating func cache(_ row: Int, _ entry: Entry, _ release: inout Release) {
    if case .refused(let cost) = entry.core.metadata.admission {
      core.counted.refusals += 1
      release.events.append(.refused(entry.key, cost: cost))
    }
    cacheAgain(row, entry, &release)
  }

  /// Caches a value that was counted before, without publishing a refusal again.
  mutating func cacheAgain(_ row: Int, _ entry: Entry, _ release: inout Release) {
    guard !entry.state.isEmpty, case .cost(let cost) = entry.core.metadata.admission else {
      return uncache(row, &release)
    }
    for row in core.eviction.cache(row, cost: cost) { evict(row, &release) }
  }

  /// Releases the capacity of a row, and removes the row if its key has no interest.
  private mutating func uncache(_ row: Int, _ release: inout Release) {
    core.eviction.remove(row)
    removeIfInactive(row, &release)
  }

  private mutating func evict(_ row: Int, _ release: inout Release) {
    guard let key = table[row]?.key else { return }
    core.counted.evictions += 1
    release.events.append(.evicted(key))
    removeIfInactive(row, &release)
  }

  private mutating func removeIfInactive(_ row: Int, _ release: inout Release) {
    guard table[row]?.core.isActive == false, let entry = remove(row) else { return }
    release.entries.append(entry)
  }

  /// Evicts values until the rest fit into a share of the capacity.
  mutating func trim(to share: Double) -> Release {
    var release = Release()
    for row in core.eviction.evict(toFit: core.eviction.capacity.scaled(by: share)) {
      evict(row, &release)
    }
    return release
  }
}

// MARK: Writing

extension CacheStateMachine {
  struct WriteResult {
    var release = Release()
    /// The id and the loader of a key that has one, which must write the value instead.
    var loader: (id: UInt, loader: Loader?)?
    /// The state to deliver to the observers of the key.
    var pending: (relay: Entry.Relay, state: Entry.Relay.PendingDelivery)?
  }

  /// Writes the value of a key, and makes it the current state of the key's relay.
  mutating func write(_ key: Key, _ state: State, on metadata: CacheEntryMetadata) -> WriteResult {
    var result = WriteResult()
    let entry = entry(key)
    if let id = entry.core.loader {
      result.loader = (id, entry.loader)
      return result
    }
    result.release.states.append(entry.write(state, on: withCurrentTimeToLive(metadata)))
    (entry.core.failures, entry.core.backoffEnd) = (0, .distantPast)
    table.updateFastPath(entry)
    if let relay = entry.typedRelay { result.pending = (relay, relay.commit(state.state)) }
    if let row = entry.core.row { cache(row, entry, &result.release) }
    table.deactivate(entry)
    return result
  }

  /// Marks the value of a key as stale; returns the loader that must do the same.
  mutating func invalidate(_ key: Key) -> Loader? {
    table.row(of: key) == nil ? nil : invalidate(entry(key))
  }

  /// Marks the value of an entry as stale; returns the loader that must do the same.
  mutating func invalidate(_ entry: Entry) -> Loader? {
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
  ///
  /// - Parameters:
  ///   - limits: The new limits.
  ///   - now: The current time, relative to an arbitrary start.
  /// - Returns: The values to release and the events to publish outside the lock.
  mutating func limit(to limits: CacheLimits, now: Duration) -> Release {
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

  /// Applies a time to live that was set between the calculation and the storage of this metadata.
  ///
  /// The cost and the lifetime of a value are calculated outside the lock.
  func withCurrentTimeToLive(_ metadata: CacheEntryMetadata) -> CacheEntryMetadata {
    guard let timeToLive = core.limits.timeToLive, timeToLive != metadata.timeToLive,
      let expiryLimit = core.expiryLimit
    else { return metadata }
    return metadata.ending(by: expiryLimit)
  }
}
