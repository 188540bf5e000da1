import ReactiveLoading

/// The state machine of a ``LoaderCache``: the interests, the settled states and the evictions.
///
/// The table has the records of the cached keys; the memory decides which of them are evicted. A
/// removed record continues for its interests, but its values are not cached. The facts of a record
/// decide; the machine applies the decision to its values.
///
/// Removed values are part of the results, so that the caller releases them outside the lock.
@usableFromInline
struct CacheStateMachine<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
  typealias Known = KnownKey<Key, Value, Failure>
  typealias State = KeptState<Value, Failure>
  typealias Loader = CachedLoader<Key, Value, Failure>

  @usableFromInline var table = CacheTable<Key, Value, Failure>()
  @usableFromInline var core: CacheCore
  /// The keys that have a loader, by its id.
  var loads: [UInt: Known] = [:]

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
    guard let place = table.places[key] else { return nil }
    let row = Int(place)
    guard now < table.fronts[row].end else { return nil }
    core.hits += 1
    core.memory.note(row)
    return table.fronts[row].value
  }

  /// Removes a key whose time to live has passed; returns its record if so.
  mutating func expire(_ key: Key, at now: Duration) -> KeyRecord? {
    table.row(of: key).flatMap { expire($0, at: now) }
  }

  private mutating func expire(_ row: Int, at now: Duration) -> KeyRecord? {
    guard table.isExpired(row, at: now) else { return nil }
    core.counted.expirations += 1
    return remove(row)
  }

  /// Removes a row; returns its record.
  mutating func remove(_ row: Int) -> Known? {
    core.memory.release(row)
    let known = table.remove(row)
    if table.isEmpty { core.memory.forgetRows() }
    return known
  }

  /// Returns the record of a key, which is now in use, inserted if it has none.
  mutating func known(_ key: Key) -> Known {
    if let row = table.row(of: key), let record = table.use(row) { return record.assumed() }
    let known = Known(key)
    core.memory.begin(table.insert(known), hash: key.hashValue)
    return known
  }
}

// MARK: The end of the cache

extension CacheStateMachine {
  /// Ends the use of the keys with a load and no interest, in the order of their loads.
  ///
  /// A later interest of a publisher of states, which outlives the cache, loads such a key again.
  mutating func close() -> [Ended] {
    let abandoned = loads.filter { $0.value.facts.interests.isEmpty }.sorted { $0.key < $1.key }
    return abandoned.map { end($0.value) }
  }
}
