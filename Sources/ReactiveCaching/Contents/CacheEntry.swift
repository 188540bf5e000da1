import ReactiveLoading
import ReactiveRelays

/// The part of a cache entry that is independent of the types of the cache.
// SAFETY: every `var` is guarded by the lock of the cache.
class AnyCacheEntry: @unchecked Sendable {
  @exclusivity(unchecked) final var core = CacheEntryCore()
  /// The core of the relay that publishes the states of the key.
  ///
  /// It is `nil` before the first observer and after the last interest.
  @exclusivity(unchecked) final var relay: RelayCore?

  /// The entry with the types of its cache.
  // SAFETY: all entries of a cache have one type. NB: `unsafeDowncast` looks up its metadata.
  @inline(__always)
  final func assumed<Entry: AnyCacheEntry>() -> Entry {
    Unmanaged.fromOpaque(Unmanaged.passUnretained(self).toOpaque()).takeUnretainedValue()
  }
}

/// The entry of a key: its core, its settled state and, while needed, its relay and its loader.
///
/// The table has the entries of the cached keys in use. An interest holds the entry of its key,
/// which may have been removed from the table since.
// SAFETY: every `var` is guarded by the lock of the cache.
final class CacheEntry<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: AnyCacheEntry,
  @unchecked Sendable
{
  typealias State = CachedState<Value, Failure>
  typealias Relay = ValueRelayCore<Loadable<Value, Failure>>

  let key: Key
  @exclusivity(unchecked) private(set) var state = State.empty
  @exclusivity(unchecked) var loader: CachedLoader<Key, Value, Failure>?

  init(_ key: Key) { self.key = key }

  /// Creates the entry of a key from its inactive entry in a row.
  init(_ inactive: InactiveEntry<Key, Value, Failure>, _ row: Int) {
    key = inactive.key
    state = inactive.state
    super.init()
    core.contents = state.contents
    core.metadata = inactive.metadata
    core.failures = inactive.failures
    core.backoffEnd = inactive.backoffEnd
    core.row = row
  }

  /// A Boolean value that indicates whether the key has no interest, relay and loader.
  var isUnused: Bool { !core.isActive && relay == nil && loader == nil }

  /// Changes the state, also in the core; returns the old state, to release outside the lock.
  func write(_ state: State, on metadata: CacheEntryMetadata? = nil) -> State {
    if let metadata { core.metadata = metadata }
    var state = state.stale(noLaterThan: core.metadata.staleAt)
    swap(&state, &self.state)
    core.contents = self.state.contents
    return state
  }

  /// The relay of the key; `nil` if nothing has observed it since it was settled.
  var typedRelay: Relay? {
    @inline(__always) get {
      guard let relay else { return nil }
      // SAFETY: as for the entry.
      return Unmanaged.fromOpaque(Unmanaged.passUnretained(relay).toOpaque()).takeUnretainedValue()
    }
  }

  /// The relay of the key, created with its settled state.
  func openRelay() -> Relay {
    if let typedRelay { return typedRelay }
    let new = Relay(
      depth: 1,
      latest: state.state,
      creationSite: CreationSite(#fileID, #filePath, #line, #column)
    )
    relay = new
    return new
  }
}
