import ReactiveLoading
import ReactiveRelays

/// The loader of a key whose load is needed, its position in the queue, and its grace countdown.
final class CachedLoader<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
  let loader: Loader<Key, Value, Failure>
  let queueClient: QueueClient
  let filter: CacheChangeFilter
  private let state = Lock(State())

  /// The last countdown that was started or cancelled.
  ///
  /// The ticket orders calls of different threads.
  private struct State {
    var ticket: UInt = 0
    var countdown: CancellableTimer?
  }

  init(
    _ loader: Loader<Key, Value, Failure>,
    _ queueClient: QueueClient,
    _ filter: CacheChangeFilter
  ) {
    self.loader = loader
    self.queueClient = queueClient
    self.filter = filter
  }

  /// Starts the grace countdown and calls `body` at its end, unless a later ticket exists.
  func startGrace(
    _ grace: Duration,
    _ ticket: UInt,
    on clock: any Clock<Duration>,
    _ body: @escaping @Sendable () -> Void
  ) {
    let new = CancellableTimer()
    let (isNext, before) = state.withLock { state in
      guard ticket > state.ticket else { return (false, CancellableTimer?.none) }
      defer { state = State(ticket: ticket, countdown: new) }
      return (true, state.countdown)
    }
    before?.cancel()
    if isNext { new.start(grace, on: clock, .observed("grace time", of: loader.storage), body) }
  }

  /// Cancels the countdown of a ticket after a new interest, but not a later countdown.
  func cancelGrace(_ ticket: UInt) {
    let countdown = state.withLock { state in
      guard ticket >= state.ticket else { return CancellableTimer?.none }
      defer { state = State(ticket: ticket) }
      return state.countdown
    }
    countdown?.cancel()
  }

  /// Closes the loader after the last interest; it never loads again.
  func close() { loader.storage.stop() }

  deinit { cancelGrace(.max) }
}

/// A filter of the changes of a loader: it passes those that affect the cached state.
///
/// Progress and partial values are decisions of the loader, too, but are not cached.
final class CacheChangeFilter: Sendable {
  /// The part of a change that affects the cached state.
  enum Kind {
    case none, state, value
  }

  private struct State {
    var decision: UInt?
    var revision: LoadRevision
    /// The value that the cache has stored.
    var stored: AnyBox?
  }

  private let state: Lock<State>

  init(from revision: LoadRevision) { state = Lock(State(revision: revision)) }

  /// Returns the kind of a change, by its revision and its decision.
  func kind(of revision: LoadRevision, decision: UInt, isFailure: Bool) -> Kind {
    state.withLock { state in
      if let newest = state.decision, newest >= decision { return isFailure ? .state : .none }
      let before = state.revision
      (state.decision, state.revision) = (decision, revision)
      if before == revision { return .none }
      return revision.asOf != nil && revision.asOf != before.asOf ? .value : .state
    }
  }

  /// Records the value of a change that the cache has stored.
  func recordStored(_ value: AnyBox?) {
    // NB: The value before is released outside the lock.
    let before = state.withLock { state in
      defer { state.stored = value }
      return state.stored
    }
    withExtendedLifetime(before) {}
  }

  /// Returns whether the cache has stored a value.
  func hasStored(_ value: AnyBox) -> Bool { state.withLock { $0.stored === value } }
}
