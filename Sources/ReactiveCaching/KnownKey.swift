import ReactiveLoading
import ReactiveRelays

/// The part of a key's record that is independent of the types of the cache.
// SAFETY: every `var` is guarded by the lock of the cache.
class KeyRecord: @unchecked Sendable {
  @exclusivity(unchecked) final var facts = KeyFacts()
  /// The core of the relay that publishes the states of the key.
  ///
  /// It is `nil` before the first observer and after the last interest.
  @exclusivity(unchecked) final var relay: RelayCore?

  /// The record as that of a key of its cache.
  // SAFETY: all records of a cache have one type. NB: `unsafeDowncast` looks up its metadata.
  @inline(__always)
  final func assumed<Known: KeyRecord>() -> Known {
    Unmanaged.fromOpaque(Unmanaged.passUnretained(self).toOpaque()).takeUnretainedValue()
  }
}

/// The record of a key: its facts, its settled state and, while needed, its relay and its loader.
///
/// The table has the records of the cached keys in use. An interest holds the record of its key,
/// which may have been removed from the table since.
// SAFETY: every `var` is guarded by the lock of the cache.
final class KnownKey<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: KeyRecord,
  @unchecked Sendable
{
  typealias State = KeptState<Value, Failure>
  typealias Relay = ValueRelayCore<Loadable<Value, Failure>>

  let key: Key
  @exclusivity(unchecked) private(set) var state = State.nothing
  @exclusivity(unchecked) var loader: CachedLoader<Key, Value, Failure>?

  init(_ key: Key) { self.key = key }

  /// Creates the record of a key that has rested in a row.
  init(_ resting: RestingKey<Key, Value, Failure>, _ row: Int) {
    key = resting.key
    state = resting.state
    super.init()
    facts.contents = state.contents
    facts.terms = resting.terms
    facts.failures = resting.failures
    facts.restsUntil = resting.restsUntil
    facts.row = row
  }

  /// A Boolean value that indicates whether the key has no interest, relay and loader.
  var isUnused: Bool { !facts.isActive && relay == nil && loader == nil }

  /// Changes the state and the facts about it; returns the old state, to release outside the lock.
  func write(_ state: State, on terms: CacheTerms? = nil) -> State {
    if let terms { facts.terms = terms }
    var state = state.stale(noLaterThan: facts.terms.staleAt)
    swap(&state, &self.state)
    facts.contents = self.state.contents
    return state
  }

  /// The relay of the key; `nil` if nothing has observed it since it was settled.
  var knownRelay: Relay? {
    @inline(__always) get {
      guard let relay else { return nil }
      // SAFETY: as for the record.
      return Unmanaged.fromOpaque(Unmanaged.passUnretained(relay).toOpaque()).takeUnretainedValue()
    }
  }

  /// The relay of the key, created with its settled state.
  func openRelay() -> Relay {
    if let knownRelay { return knownRelay }
    let new = Relay(
      depth: 1,
      latest: state.state,
      creationSite: CreationSite(#fileID, #filePath, #line, #column)
    )
    relay = new
    return new
  }
}
