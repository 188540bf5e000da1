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
  typealias Relay = ValueRelayCore<Loadable<Value, Failure>>

  let key: Key
  @exclusivity(unchecked) private(set) var state = CachedState.empty
  @exclusivity(unchecked) var loader: CachedLoader?

  init(_ key: Key) { self.key = key }

  init(_ key: Key, _ inactive: InactiveEntry, _ row: Int) {
    self.key = key
    state = inactive.state
    super.init()
    core.contents = state.contents
    core.metadata = inactive.metadata
    core.failures = inactive.failures
    core.backoffEnd = inactive.backoffEnd
    core.row = row
  }

  var isUnused: Bool { !core.isActive && relay == nil && loader == nil }

  /// Changes the state, also in the core; returns the old state, to release outside the lock.
  func write(_ state: CachedState, on metadata: CacheEntryMetadata? = nil) -> CachedState {
    if let metadata { core.metadata = metadata }
    var state = state.aging(as: self.state).stale(noLaterThan: core.metadata.staleAt)
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
  @inline(__always)
  func openRelay() -> Relay {
    if let typedRelay { return typedRelay }
    return createRelay()
  }

  @inline(never)
  private func createRelay() -> Relay {
    let new = Relay(
      latest: state.loadable(),
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

/// The settled state of a key, independent of a loader, with its value and its failure in boxes.
// NB: A type that is generic over the values would cost the load of a key 50 lookups of its metadata.
enum CachedState: Sendable {
  case empty
  /// A value and the time at which it becomes stale, `distantFuture` for never.
  case loaded(AnyBox, staleAt: Duration)
  /// A failure over a value, and the time since which that value is stale.
  case failed(AnyBox, LoadCause, over: AnyBox?, staleAt: Duration = .distantFuture)

  var isEmpty: Bool {
    if case .empty = self { true } else { false }
  }

  /// The value or the previous value, fresh or stale.
  var value: AnyBox? {
    switch self {
    case .empty: nil
    case .loaded(let value, _): value
    case .failed(_, _, over: let value, _): value
    }
  }

  /// The value or the previous value, and the time at which it becomes stale.
  var agingValue: (value: AnyBox, staleAt: Duration)? {
    switch self {
    case .empty: nil
    case .loaded(let value, let staleAt): (value, staleAt)
    case .failed(_, _, over: let value, let staleAt): value.map { ($0, staleAt) }
    }
  }

  /// Returns the state with its types.
  // NB: Inlined, and without the rare case, because each function looks up the types again.
  @inline(__always)
  func loadable<Value: Sendable, Failure: Error>() -> Loadable<Value, Failure> {
    switch self {
    case .empty: .notRequested
    case .loaded(let value, _): .loaded(value.assumed(of: Value.self).value)
    case .failed(let error, let cause, let value, _): Self.failed(error, cause, value)
    }
  }

  @inline(never)
  private static func failed<Value: Sendable, Failure: Error>(
    _ error: AnyBox,
    _ cause: LoadCause,
    _ value: AnyBox?
  ) -> Loadable<Value, Failure> {
    .failed(
      Failed(
        error: error.assumed(of: Failure.self).value,
        previous: value?.assumed(of: Value.self).value,
        cause: cause,
        savedAt: value?.savedAt
      )
    )
  }

  var contents: CacheEntryCore.Contents {
    switch self {
    case .empty: .empty
    case .loaded(_, let staleAt): .value(staleAt: staleAt)
    case .failed: .failure
    }
  }

  /// Returns the state with a value that becomes stale at a time at the latest.
  func stale(noLaterThan time: Duration) -> Self {
    switch self {
    case .loaded(let value, let staleAt) where time < staleAt: .loaded(value, staleAt: time)
    case .failed(let error, let cause, over: let value, let staleAt) where time < staleAt:
      .failed(error, cause, over: value, staleAt: time)
    case .empty, .loaded, .failed: self
    }
  }

  /// Returns a failure over a value that becomes stale when it did in the state before.
  ///
  /// The age of a partial value is not known, so it is stale.
  @inline(__always)
  func aging(as before: CachedState) -> Self {
    guard case .failed(_, _, over: let value?, _) = self else { return self }
    let old = before.agingValue
    return stale(noLaterThan: old?.value === value ? old?.staleAt ?? .distantPast : .distantPast)
  }
}

// MARK: To and from a loader

extension CachedState {
  init(_ snapshot: LoadSnapshot) {
    let (value, failure) = (snapshot.slots.value?.value, snapshot.slots.failure?.failure)
    switch (snapshot.core.settled, value, failure) {
    case (.loaded(_, let staleAt), let value?, _):
      self = .loaded(value, staleAt: staleAt ?? .distantFuture)
    case (.failed(let cause, _), let value, let failure?):
      self = .failed(failure, cause, over: value)
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
        value,
        of: Box(key),
        staleAt: staleAt == .distantFuture ? nil : staleAt
      )
    case .failed(let error, let cause, over: let value, _):
      LoadMachine(rules, error, of: Box(key), cause, over: value)
    }
  }
}

// MARK: The loader of a key

/// The loader of a key whose load is needed, its position in the queue, and its grace countdown.
// NB: Without the types of its cache, so that loaders are stored and closed without look-ups of types.
final class CachedLoader: Sendable {
  /// The storage of the loader.
  let shell: LoadShell
  private let loader: any AnyObject & Sendable
  /// The steps before its work, with its priority in the queue.
  let attemptStart: AttemptStart
  let filter: CacheChangeFilter
  /// The last countdown that was started or cancelled; tickets order calls of different threads.
  private let last = Lock((ticket: UInt(0), countdown: CancellableTimer?.none))

  init<Key, Value, Failure>(
    _ loader: Loader<Key, Value, Failure>,
    _ attemptStart: AttemptStart,
    _ filter: CacheChangeFilter
  ) {
    shell = loader.storage
    self.loader = loader
    self.attemptStart = attemptStart
    self.filter = filter
  }

  /// The loader with the types of its cache.
  // SAFETY: all loaders of a cache have one type. NB: `unsafeDowncast` looks it up.
  @inline(__always)
  func assumed<Key, Value, Failure>() -> Loader<Key, Value, Failure> {
    Unmanaged.fromOpaque(Unmanaged.passUnretained(loader).toOpaque()).takeUnretainedValue()
  }

  /// Starts the grace countdown and calls `body` at its end, unless a later ticket exists.
  func startGrace(
    _ grace: Duration,
    _ ticket: UInt,
    on clock: any Clock<Duration>,
    _ body: @escaping @Sendable () -> Void
  ) {
    let new = CancellableTimer()
    let (isNext, before) = last.withLock { last in
      guard ticket > last.ticket else { return (false, CancellableTimer?.none) }
      defer { last = (ticket, new) }
      return (true, last.countdown)
    }
    before?.cancel()
    if isNext { new.start(grace, on: clock, .observed("grace time", of: shell), body) }
  }

  /// Cancels the countdown of a ticket after a new interest, but not a later countdown.
  func cancelGrace(_ ticket: UInt) {
    let countdown = last.withLock { last in
      guard ticket >= last.ticket else { return CancellableTimer?.none }
      defer { last = (ticket, nil) }
      return last.countdown
    }
    countdown?.cancel()
  }

  /// Closes the loader after the last interest; it never loads again.
  func close() { shell.stop() }

  deinit { cancelGrace(.max) }
}
