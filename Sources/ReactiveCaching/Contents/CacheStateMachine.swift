import ReactiveLoading
import ReactiveRelays

/// The state machine of a ``LoaderCache``: the interests, the settled states and the evictions.
///
/// The table has the entries of the cached keys; the eviction policy decides which of them are
/// evicted. A removed entry continues for its interests, but its values are not cached. The core of
/// an entry decides; the machine applies the decision to its values.
///
/// Removed values are part of the results, so that the caller releases them outside the lock.
@usableFromInline
struct CacheStateMachine<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
  typealias Entry = CacheEntry<Key, Value, Failure>

  @usableFromInline var table = CacheTable<Key, Value, Failure>()
  @usableFromInline var core: CacheCore
  /// The entries that have a loader, by its id.
  var loads: [UInt: AnyCacheEntry] = [:]
  /// The entries of the keys with edits of writes, from the first step of an edit until both its
  /// steps were performed.
  var edited: [LoadEditID: EditedEntry] = [:]
  /// The entries of removed keys that are still in use, by their order.
  private(set) var removedEntries: [UInt: AnyCacheEntry] = [:]

  init(_ limits: CacheLimits, hasGrace: Bool) {
    core = CacheCore(limits, hasGrace: hasGrace)
  }

  var statistics: CacheStatistics { core.statistics }
}

// MARK: Reading

extension CacheStateMachine {
  /// Looks for a fresh value, which counts as a use and a hit; the time is in whole nanoseconds.
  ///
  /// A value whose key has a load in flight is `nil` for a caller that joins the load instead.
  @inlinable @inline(__always)
  mutating func read(_ key: Key, at now: Int64, unlessLoading: Bool = false) -> Value? {
    guard let row = table.rows[key] else { return nil }
    return read(row: Int(row), at: now, unlessLoading: unlessLoading)
  }

  /// Looks for a fresh value in a row, as ``read(_:at:unlessLoading:)`` does.
  @inlinable @inline(__always)
  mutating func read(row: Int, at now: Int64, unlessLoading: Bool) -> Value? {
    guard now < table.fastPath[row].end else { return nil }
    if unlessLoading, table.active[row]?.isLoading == true { return nil }
    core.hits += 1
    core.eviction.recordUse(row)
    return table.fastPath[row].value
  }

  /// Looks for a value that has been stale for a time at most, which counts as a use.
  mutating func staleValue(of key: Key, allowing time: Freshness, at now: Duration) -> AnyBox? {
    guard let row = table.row(of: key), let entry = table[row], now < entry.core.metadata.expiry,
      let (value, staleAt) = entry.state.agingValue,
      time.end(from: staleAt).map({ now < $0 }) ?? true
    else { return nil }
    core.eviction.recordUse(row)
    return value
  }

  /// Removes a key whose time to live has passed; returns its entry if so.
  // NB: Inlined, so that a key that does not expire needs no look-up of types.
  @inline(__always)
  mutating func expire(_ key: Key, at now: Duration) -> AnyCacheEntry? {
    guard let row = table.rows[key], table.isExpired(Int(row), at: now) else { return nil }
    return expire(Int(row))
  }

  @inline(never)
  private mutating func expire(_ row: Int) -> AnyCacheEntry? {
    core.counted.expirations += 1
    return remove(row)
  }

  mutating func remove(_ row: Int) -> Entry? {
    guard let entry = table[row] else { return nil }
    remove(entry, at: row)
    if entry.core.isActive {
      let id = core.newID()
      (entry.core.removal, removedEntries[id]) = (id, entry)
    }
    return entry
  }

  private mutating func remove(_ entry: Entry, at row: Int) {
    core.eviction.remove(row)
    table.remove(entry, at: row)
    if table.isEmpty { core.eviction.removeAllRows() }
  }

  /// Returns the entry of a key, which is now active, and inserts it if necessary.
  mutating func entry(_ key: Key) -> Entry {
    if let row = table.row(of: key), let entry = table.activate(row) { return entry.assumed() }
    let entry = Entry(key)
    core.eviction.addRow(table.insert(entry), hash: key.hashValue)
    return entry
  }
}

// MARK: Interests

extension CacheStateMachine {
  /// Adds an interest in a key that is not cached, or whose time to live has passed.
  ///
  /// `expired` is the entry of an earlier value whose time to live has passed.
  mutating func addInterest(
    _ key: Key,
    at priority: LoadPriority,
    now: Duration
  ) -> (entry: Entry, effect: CacheEntryCore.InterestEffect, expired: AnyCacheEntry?) {
    let expired = expire(key, at: now)
    let entry = entry(key)
    return (entry, addInterest(entry, at: priority, now: now), expired)
  }

  /// Adds an interest in the current entry of a key.
  // NB: This and the next function are inlined, because a call looks up the type of the machine.
  @inline(__always)
  mutating func addInterest(
    _ entry: AnyCacheEntry,
    at priority: LoadPriority,
    now: Duration
  ) -> CacheEntryCore.InterestEffect {
    let effect = core.addInterest(entry, at: priority, now: now)
    if entry.core.outlivesExpiry { table.updateFastPath(entry.assumed()) }
    return effect
  }

  /// Returns the entry of a key, which is now active, unless its time to live has passed.
  ///
  /// It is mutating, so that the machine is not copied for the call.
  @inline(__always)
  mutating func currentEntry(of key: Key, at now: Duration) -> AnyCacheEntry? {
    guard let row = table.rows[key], let entry = table.activate(Int(row)) else { return nil }
    return entry.core.isExpired(at: now) ? nil : entry
  }

  mutating func registerLoader(_ entry: Entry) -> UInt {
    let id = core.newID()
    entry.core.loader = id
    loads[id] = entry
    return id
  }
}

// MARK: Ends

extension CacheStateMachine {
  /// Ends the grace time of a loader; `nil` if another interest has followed.
  mutating func expire(_ id: UInt, ticket: UInt) -> CacheRelease? {
    guard let entry = loads[id], core.expire(entry, ticket).isEnd else { return nil }
    var release = CacheRelease()
    end(entry.assumed(), &release)
    return release
  }

  /// Ends the use of a key; a value that was evicted while it had interests is cached again.
  mutating func end(_ entry: Entry, _ release: inout CacheRelease) {
    release.objects.append(entry)
    if let id = entry.core.removal { removedEntries[id] = nil }
    if let id = entry.core.loader { loads[id] = nil }
    if let loader = entry.loader.take() { release.loaders.append(loader) }
    if let relay = core.end(entry) { release.objects.append(relay) }
    if entry.core.outlivesExpiry { table.updateFastPath(entry) }
    if let row = entry.core.row, !core.eviction.isCached(row) { cacheAgain(row, entry, &release) }
    table.deactivate(entry)
  }

  /// Ends the use of the keys with a load and no interest, in the order of their loads.
  ///
  /// A later interest of a publisher of states, which outlives the cache, loads such a key again.
  mutating func close() -> CacheRelease {
    let abandoned = loads.filter { $0.value.core.interests.isEmpty }.inOrder(of: \.key)
    return abandoned.reduce(into: CacheRelease()) { end($1.value.assumed(), &$0) }
  }
}

// MARK: The changes of loaders, and the eviction of cached states

extension CacheStateMachine {
  /// Receives a change of a loader.
  ///
  /// `isStored` is false if the use of the key has ended before. `failures` is the number of failed
  /// loads in a row, if another load of the key has failed.
  mutating func receive(
    _ change: LoaderChange,
    of id: UInt
  ) -> (isStored: Bool, failures: Int?, release: CacheRelease) {
    guard let entry: Entry = loads[id]?.assumed() else { return (false, nil, CacheRelease()) }
    var (failures, release) = (Int?.none, CacheRelease())
    switch entry.core.receive(change.revision, of: change.decision) {
    case .late(let isOfSameValue):
      // The cost of the current value, or its failure, may arrive after a later change.
      let isOtherEdit = change.isEdit && change.state.value !== entry.state.value
      if isOfSameValue, !isOtherEdit { failures = store(change, entry, nil, &release) }
    case .next(let isOtherLoad):
      if isOtherLoad { core.counted.loads += 1 }
      // The start of a first load stores nothing over nothing.
      let changesNothing = change.state.isEmpty && entry.state.isEmpty && entry.core.isActive
      if !changesNothing { failures = store(change, entry, change.state, &release) }
      if entry.core.isAbandoned { end(entry, &release) }
    }
    return (true, failures, release)
  }

  /// Stores the cost and times of a value, and saves it, after a later change has ended the use.
  mutating func storeLate(_ change: LoaderChange, of key: Key) -> CacheRelease {
    var release = CacheRelease()
    guard change.metadata != nil, let value = change.state.value, table[key]?.state.value === value
    else { return release }
    let entry = entry(key)
    _ = store(change, entry, nil, &release)
    table.deactivate(entry)
    return release
  }

  /// Stores a change of a loader; returns the number of failures in a row after another failure.
  ///
  /// The state is `nil` if a later one has been stored.
  private mutating func store(
    _ change: LoaderChange,
    _ entry: Entry,
    _ state: CachedState?,
    _ release: inout CacheRelease
  ) -> Int? {
    let isEmpty = if let state { state.value == nil } else { false }
    var metadata = isEmpty ? CacheEntryMetadata() : nil
    if let new = change.metadata {
      metadata = change.isEdit ? entry.core.metadata : core.withCurrentTimeToLive(new)
      metadata?.admission = new.admission
      metadata?.isEdited = change.hasUnsavedEdits
    }
    release.states.append(entry.write(state ?? entry.state, on: metadata))
    // The interests in a removed key keep its state, but nothing of it is cached.
    guard let row = entry.core.row else { return nil }
    change.saving?.perform(entry.core.metadata, after: state == nil ? entry.state : nil)
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
  mutating func cache(_ row: Int, _ entry: Entry, _ release: inout CacheRelease) {
    if case .refused(let cost) = entry.core.metadata.admission {
      core.counted.refusals += 1
      release.events.append(.refused(entry, cost: cost))
    }
    cacheAgain(row, entry, &release)
  }

  /// Caches a value that was counted before, without publishing a refusal again.
  mutating func cacheAgain(_ row: Int, _ entry: Entry, _ release: inout CacheRelease) {
    guard !entry.state.isEmpty, case .cost(let cost) = entry.core.metadata.admission else {
      return uncache(row, &release)
    }
    for row in core.eviction.cache(row, cost: cost) { evict(row, &release) }
  }

  /// Releases the capacity of a row, and removes the row if its key has no interest.
  private mutating func uncache(_ row: Int, _ release: inout CacheRelease) {
    core.eviction.remove(row)
    if let entry = table[row] { removeIfInactive(entry, at: row, &release) }
  }

  private mutating func evict(_ row: Int, _ release: inout CacheRelease) {
    guard let entry = table[row] else { return }
    core.counted.evictions += 1
    release.events.append(.evicted(entry))
    removeIfInactive(entry, at: row, &release)
  }

  private mutating func removeIfInactive(_ entry: Entry, at row: Int, _ release: inout CacheRelease)
  {
    if entry.core.isActive { return }
    remove(entry, at: row)
    release.objects.append(entry)
  }

  mutating func trim(to share: Double) -> CacheRelease {
    var release = CacheRelease()
    for row in core.eviction.evict(toFit: core.eviction.capacity.scaled(by: share)) {
      evict(row, &release)
    }
    return release
  }
}
