import ReactiveLoading
import ReactiveRelays

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

  /// True if the key has no interest, relay and loader.
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
      creationSite: CallSite(
        fileID: #fileID,
        filePath: #filePath,
        line: #line,
        column: #column
      )
    )
    relay = new
    return new
  }
}

/// The settled state of a key, independent of a loader.
enum CachedState<Value: Sendable, Failure: Error>: Sendable {
  case empty
  /// A value and the time at which it becomes stale, `distantFuture` for never.
  case loaded(Value, staleAt: Duration)
  case failed(Failure, LoadCause, over: Value?)

  var isEmpty: Bool {
    if case .empty = self { true } else { false }
  }

  /// The value or the previous value, fresh or stale.
  var value: Value? {
    switch self {
    case .empty: nil
    case .loaded(let value, _): value
    case .failed(_, _, over: let value): value
    }
  }

  var state: Loadable<Value, Failure> {
    switch self {
    case .empty: .notRequested
    case .loaded(let value, _): .loaded(value)
    case .failed(let error, let cause, over: let value):
      .failed(Failed(error: error, previous: value, cause: cause))
    }
  }

  /// The kind of the state, for the core.
  var contents: CacheEntryCore.Contents {
    switch self {
    case .empty: .empty
    case .loaded(_, let staleAt): .value(staleAt: staleAt)
    case .failed: .failure
    }
  }

  /// Returns the state with a value that becomes stale at a time at the latest.
  func stale(noLaterThan time: Duration) -> Self {
    guard case .loaded(let value, let staleAt) = self, time < staleAt else { return self }
    return .loaded(value, staleAt: time)
  }
}

// MARK: To and from a loader

extension CachedState {
  /// The settled state of a loader.
  init(_ snapshot: LoadSnapshot) {
    let value: Box<Value>? = snapshot.slots.value?.value.assumed(of: Value.self)
    let failure: Box<Failure>? = snapshot.slots.failure?.failure.assumed(of: Failure.self)
    switch (snapshot.core.settled, value, failure) {
    case (.loaded(_, let staleAt), let value?, _):
      self = .loaded(value.value, staleAt: staleAt ?? .distantFuture)
    case (.failed(let cause, _), let value, let failure?):
      self = .failed(failure.value, cause, over: value?.value)
    case (.notRequested, _, _), (.loaded, nil, _), (.failed, _, nil): self = .empty
    }
  }

  /// Returns the state of a loader that starts from this state.
  func machine<Key: Hashable & Sendable>(for key: Key, _ rules: LoadPolicy.Resolved) -> LoadMachine
  {
    switch self {
    case .empty: LoadMachine(rules)
    case .loaded(let value, let staleAt):
      LoadMachine(
        rules,
        Box(value),
        of: Box(key),
        staleAt: staleAt == .distantFuture ? nil : staleAt
      )
    case .failed(let error, let cause, over: let value):
      LoadMachine(rules, Box(error), of: Box(key), cause, over: value.map { Box($0) })
    }
  }
}
