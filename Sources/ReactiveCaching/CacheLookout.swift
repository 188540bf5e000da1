import ReactiveLoading
import ReactiveRelays

/// A filter of the changes of a loader: it passes those that affect the cached state.
///
/// Progress and partial values are decisions of the loader, too, but are not cached.
final class CacheLookout: Sendable {
  /// The part of a change that affects the cached state.
  enum Novelty {
    case none, state, value
  }

  private struct Last {
    var decision: UInt?
    var mark: LoadRevision
    /// The value that the cache has stored.
    var stored: AnyBox?
  }

  private let last: Lock<Last>

  init(from mark: LoadRevision) { last = Lock(Last(mark: mark)) }

  /// Returns the novelty of a decision, which has led to a mark.
  func novelty(of mark: LoadRevision, decision: UInt, isFailure: Bool) -> Novelty {
    last.withLock { last in
      if let newest = last.decision, newest >= decision { return isFailure ? .state : .none }
      let before = last.mark
      (last.decision, last.mark) = (decision, mark)
      if before == mark { return .none }
      return mark.asOf != nil && mark.asOf != before.asOf ? .value : .state
    }
  }

  /// Records the value of a change that the cache has stored.
  func noteStored(_ value: AnyBox?) {
    // NB: The value before is released outside the lock.
    let before = last.withLock { last in
      defer { last.stored = value }
      return last.stored
    }
    withExtendedLifetime(before) {}
  }

  /// Returns whether the cache has stored a value.
  func hasStored(_ value: AnyBox) -> Bool { last.withLock { $0.stored === value } }
}
