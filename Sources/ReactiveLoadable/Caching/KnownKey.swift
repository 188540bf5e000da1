/// What a cache knows of a key.
@usableFromInline
struct KnownKey<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline typealias State = KeptState<Value, Failure>

  private(set) var key: Key
  var state: State = .nothing
  var terms = CacheTerms()
  /// How many loads have failed in a row.
  var failures = 0
  /// Until when an interest does not try a failure again; `nil` for ever.
  var restsUntil: Duration? = .distantPast
  /// The id of the key's entry, if somebody is interested.
  var entry: UInt?

  init(_ key: Key) { self.key = key }

  init(_ key: Key, _ state: State, on terms: CacheTerms) {
    self.key = key
    self.state = state.stale(noLaterThan: terms.staleAt)
    self.terms = terms
  }

  /// The same of an equal key, which has an end of its own.
  func with(_ key: Key) -> Self {
    var known = self
    known.key = key
    return known
  }

  /// When it is too old to be kept, unless it is shown; `nil` for never.
  var expiry: Duration? { entry == nil ? terms.expiry : nil }

  /// Whether it is too old to be kept, and not shown.
  func isExpired(at now: Duration) -> Bool { expiry.map { now >= $0 } ?? false }

  /// Counts the failure of a load; returns how many have failed in a row, if this one has.
  ///
  /// It rests until somebody has decided for how long.
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
