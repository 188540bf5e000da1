@testable import ReactiveLoadable

/// The cached state of a key, with its terms, its failures and its entry.

struct OldKnownKey<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
  typealias State = OldKeptState<Value, Failure>

  private(set) var key: Key
  var state: State = .nothing
  var terms = OldCacheTerms()
  /// The number of failed loads in a row.
  var failures = 0
  /// The time until which a new interest does not retry a failure; `nil` for no retry.
  var restsUntil: Duration? = .distantPast
  /// The id of the key's entry, if the key has an interest.
  var entry: UInt?

  init(_ key: Key) { self.key = key }

  init(_ key: Key, _ state: State, on terms: OldCacheTerms) {
    self.key = key
    self.state = state.stale(noLaterThan: terms.staleAt)
    self.terms = terms
  }

  /// Returns the same state with an equal key, whose `deinit` is a separate one.
  func with(_ key: Key) -> Self {
    var known = self
    known.key = key
    return known
  }

  /// The time at which the value expires; `nil` for never and while the key has an interest.
  var expiry: Duration? { entry == nil ? terms.expiry : nil }

  /// Returns whether the time to live has passed and the key has no interest.
  func isExpired(at now: Duration) -> Bool { expiry.map { now >= $0 } ?? false }

  /// Counts the failure of a load; returns the number of failures in a row, if the load has failed.
  ///
  /// No interest retries the failure until its backoff is set.
  mutating func noteFailure(_ isNew: Bool) -> Int? {
    switch state {
    case .nothing: return nil
    case .loaded:
      (failures, restsUntil) = (0, .distantPast)
      return nil
    case .failed:
      guard isNew else { return nil }
      (failures, restsUntil) = (failures + 1, nil)
      return failures
    }
  }
}
