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
  typealias State = CachedState<Value, Failure>
  typealias Loader = CachedLoader<Key, Value, Failure>

  @usableFromInline var table = CacheTable<Key, Value, Failure>()
  @usableFromInline var core: CacheCore
  /// The keys that have a loader, by its id.
  var loads: [UInt: Entry] = [:]

  init(_ limits: CacheLimits, hasGrace: Bool) {
    core = CacheCore(limits, hasGrace: hasGrace)
  }

  var statistics: CacheStatistics { core.statistics }
}

// MARK: Reading

extension CacheStateMachine {
  /// Looks for a fresh value, which counts as a use and a hit.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - now: The time in whole nanoseconds.
  /// - Returns: The value, if it is cached and fresh.
  @inlinable
  mutating func read(_ key: Key, at now: Int64) -> Value? {
    guard let index = table.rows[key] else { return nil }
    let row = Int(index)
    guard now < table.fastPath[row].end else { return nil }
    core.hits += 1
    core.eviction.recordUse(row)
    return table.fastPath[row].value
  }

  /// Removes a key whose time to live has passed; returns its entry if so.
  mutating func expire(_ key: Key, at now: Duration) -> AnyCacheEntry? {
    table.row(of: key).flatMap { expire($0, at: now) }
  }

  private mutating func expire(_ row: Int, at now: Duration) -> AnyCacheEntry? {
    guard table.isExpired(row, at: now) else { return nil }
    core.counted.expirations += 1
    return remove(row)
  }

  /// Removes a row; returns its entry.
  mutating func remove(_ row: Int) -> Entry? {
    core.eviction.remove(row)
    let entry = table.remove(row)
    if table.isEmpty { core.eviction.removeAllRows() }
    return entry
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

// MARK: The end of the cache

extension CacheStateMachine {
  /// Ends the use of the keys with a load and no interest, in the order of their loads.
  ///
  /// A later interest of a publisher of states, which outlives the cache, loads such a key again.
  mutating func close() -> [Teardown] {
    let abandoned = loads.filter { $0.value.core.interests.isEmpty }.sorted { $0.key < $1.key }
    return abandoned.map { end($0.value) }
  }
}
