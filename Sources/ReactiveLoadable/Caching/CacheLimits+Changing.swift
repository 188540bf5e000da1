import IssueReporting
import Synchronization

// Limits that are changed while the cache is in use.

extension CacheStorage {
  var limits: CacheLimits { machine.withLock { $0.limits } }

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
      The cost of a cache was limited whose policy counts no costs, so the limit has no effect. Give \
      the policy a `CacheCost`, with `.limit(.max)` if it is to be limited later.
      """
    )
  }
}

extension CacheStateMachine {
  /// Changes the limits; returns what is evicted by that.
  ///
  /// - Parameters:
  ///   - limits: The new ones.
  ///   - now: The time, counted from any moment.
  /// - Returns: What to release and to publish outside the lock.
  mutating func limit(to limits: CacheLimits, now: Duration) -> Release {
    if let timeToLive = limits.timeToLive, timeToLive != self.limits.timeToLive {
      shortenLives(until: now + timeToLive)
      endOfLives = now + timeToLive
    }
    self.limits = limits
    memory.room = limits.room
    return trim(to: 1)
  }

  /// Lets no value live longer than until a moment, or be fresh after it.
  private mutating func shortenLives(until moment: Duration) {
    table.changeAll { known in
      guard known.state.value != nil else { return }
      known.terms = known.terms.ending(by: moment)
      known.state = known.state.stale(noLaterThan: moment)
    }
  }

  /// Applies a limit of the time to live that was set after these terms were made, and before they
  /// were noted: the cost and the lifetime of a value are calculated outside the lock.
  func upToDate(_ terms: CacheTerms) -> CacheTerms {
    guard let timeToLive = limits.timeToLive, timeToLive != terms.timeToLive, let endOfLives
    else { return terms }
    return terms.ending(by: endOfLives)
  }
}
