import IssueReporting
import ReactiveRelays
import Synchronization

// Changes of the limits while the cache is in use.

extension CacheStorage {
  var limits: CacheLimits { machine.withLock { $0.core.limits } }

  func limit(to limits: CacheLimits) {
    if policy.cost == nil, limits.cost != nil || limits.largestCost != nil { reportNoCosts() }
    if limits.timeToLive != nil { isTimed.store(true, ordering: .relaxed) }
    let limits = limits.valid(hasCosts: policy.cost != nil)
    let now = now
    publish(machine.withLock { $0.limit(to: limits, now: now) })
  }

  private func reportNoCosts() {
    reportIssue(
      """
      `LoaderCache.limits`: expected a policy with a `CacheCost` to limit the cost, but the policy has \
      none, so the limit has no effect. Create the cache with a `CachePolicy(cost:)`; use \
      `.limit(.max) { … }` if the limit is set later.
      """
    )
  }
}

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
