@testable import ReactiveLoadable

extension OldCacheStateMachine {
  /// Changes the limits, and evicts the values that exceed them.
  ///
  /// - Parameters:
  ///   - limits: The new limits.
  ///   - now: The current time, relative to an arbitrary start.
  /// - Returns: The values to release and the events to publish outside the lock.
  mutating func limit(to limits: CacheLimits, now: Duration) -> Release {
    if let timeToLive = limits.timeToLive, timeToLive != self.limits.timeToLive {
      shortenLives(until: now + timeToLive)
      endOfLives = now + timeToLive
    }
    self.limits = limits
    memory.room = limits.room
    return trim(to: 1)
  }

  /// Limits the lifetime and the freshness of all cached values to a point in time.
  private mutating func shortenLives(until moment: Duration) {
    table.changeAll { known in
      guard known.state.value != nil else { return }
      known.terms = known.terms.ending(by: moment)
      known.state = known.state.stale(noLaterThan: moment)
    }
  }

  /// Applies a time to live that was set between the calculation and the storage of these terms.
  ///
  /// The cost and the lifetime of a value are calculated outside the lock.
  func upToDate(_ terms: OldCacheTerms) -> OldCacheTerms {
    guard let timeToLive = limits.timeToLive, timeToLive != terms.timeToLive, let endOfLives
    else { return terms }
    return terms.ending(by: endOfLives)
  }
}
