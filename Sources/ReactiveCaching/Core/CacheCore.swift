import ReactiveLoading
import ReactiveRelays

/// The part of a cache's state machine that is independent of its types: counts and eviction.
///
/// It compiles once for all caches. A row that shows a cached key needs nothing else.
@usableFromInline
struct CacheCore: Sendable {
  @usableFromInline var eviction: CacheEviction
  @usableFromInline var hits = 0
  var counted = CacheStatistics()
  var limits: CacheLimits
  /// The expiry time of the values that were cached at the last change of the time to live.
  var expiryLimit: Duration?
  let hasGrace: Bool
  private var lastID: UInt = 0

  init(_ limits: CacheLimits, hasGrace: Bool) {
    eviction = CacheEviction(capacity: limits.capacity)
    self.limits = limits
    self.hasGrace = hasGrace
  }

  var statistics: CacheStatistics {
    var statistics = counted
    statistics.hits = hits
    (statistics.count, statistics.cost) = (eviction.cached.count, eviction.cached.cost)
    return statistics
  }

  mutating func newID() -> UInt {
    lastID += 1
    return lastID
  }
}

extension CacheCore {
  /// Applies a time to live that was set between the calculation and the storage of this metadata.
  ///
  /// The cost and the lifetime of a value are calculated outside the lock.
  // NB: `mutating` for the same reason as ``isSettled(_:)``.
  mutating func withCurrentTimeToLive(_ metadata: CacheEntryMetadata) -> CacheEntryMetadata {
    guard let timeToLive = limits.timeToLive, timeToLive != metadata.timeToLive, let expiryLimit
    else { return metadata }
    return metadata.ending(by: expiryLimit)
  }
}

// MARK: Interests

extension CacheCore {
  /// Adds an interest in a key, and counts the result of the lookup.
  mutating func addInterest(
    _ entry: AnyCacheEntry,
    at priority: LoadPriority,
    now: Duration
  ) -> CacheEntryCore.InterestEffect {
    if !entry.core.isActive { counted.activeKeys += 1 }
    let added = entry.core.addInterest(priority, at: now)
    if let row = entry.core.row { eviction.recordUse(row) }
    switch added.lookup {
    case .hit: hits += 1
    case .joined: counted.joins += 1
    case .backoff: counted.failureHits += 1
    case .stale, .miss: break
    }
    return added
  }

  /// Adds an interest of lowest priority that needs no value; returns the grace ticket it cancels.
  mutating func hold(_ entry: AnyCacheEntry) -> UInt? {
    if !entry.core.isActive { counted.activeKeys += 1 }
    return entry.core.addHold()
  }

  mutating func removeInterest(
    _ entry: AnyCacheEntry,
    at priority: LoadPriority
  ) -> CacheEntryCore.Change {
    let change = entry.core.removeInterest(priority, hasGrace ? newID() : nil)
    if case .cancelled = change { counted.cancelledLoads += 1 }
    return change
  }

  mutating func expire(_ entry: AnyCacheEntry, _ ticket: UInt) -> CacheEntryCore.Change {
    let change = entry.core.expire(ticket)
    if case .cancelled = change { counted.cancelledLoads += 1 }
    return change
  }

  /// Ends the use of a key; returns its relay, to be released outside the lock.
  mutating func end(_ entry: AnyCacheEntry) -> RelayCore? {
    counted.activeKeys -= 1
    entry.core.removeLoader()
    return entry.relay.take()
  }

  /// Returns whether the end of the use of a key changes nothing but its interests.
  // NB: `mutating`, so that the core is not copied for the call.
  mutating func isSettled(_ entry: AnyCacheEntry) -> Bool {
    guard entry.core.loader == nil, !entry.core.outlivesExpiry, entry.core.removal == nil
    else { return false }
    return entry.core.row.map { eviction.isCached($0) } ?? true
  }
}

/// The part of a cache entry that is independent of the types of the cache.
// SAFETY: every `var` is guarded by the lock of the cache.
@usableFromInline
class AnyCacheEntry: @unchecked Sendable {
  @exclusivity(unchecked) final var core = CacheEntryCore()
  /// The core of the relay that publishes the states of the key.
  ///
  /// It is `nil` before the first observer and after the last interest.
  @exclusivity(unchecked) final var relay: RelayCore?

  @usableFromInline final var isLoading: Bool { core.isLoading }

  /// True if the key has an interest or a load.
  final var isUsed: Bool { core.isActive || core.loader != nil }

  /// True if the load in flight is held by the cache itself, and a new interest would join it.
  final var isReloading: Bool { core.isReloadOfCache && isLoading && !core.isOutdated }

  /// The entry with the types of its cache.
  // SAFETY: all entries of a cache have one type. NB: `unsafeDowncast` looks up its metadata.
  @inline(__always)
  final func assumed<Entry: AnyCacheEntry>() -> Entry {
    Unmanaged.fromOpaque(Unmanaged.passUnretained(self).toOpaque()).takeUnretainedValue()
  }
}
