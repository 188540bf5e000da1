import CombineShim
import ReactiveRelays

/// The calls of a scope, one after the other, and the loads that they have started.
///
/// The lock guards the state; calls run outside it, on the thread that is first. That thread also
/// runs the calls that arrive while it runs one. See <doc:ScopeContract#S8-Order-and-re-entrancy>.
package final class ScopeLoads: Sendable {
  private struct Call {
    /// The number of a reserved place; 0 for a call that is ready.
    let place: UInt
    let run: @Sendable () -> Void
  }

  private struct State {
    var calls = FIFO<Call>()
    var isCalling = false
    var lastPlace: UInt = 0
    /// The reserved places whose calls are not ready yet; the calls behind them wait.
    var reserved: Set<UInt> = []
    /// The loads in flight that the scope has started, and some that have ended.
    var started: [ObjectIdentifier: StartedByScope] = [:]
    /// The number of started loads at which those are removed that have ended.
    var startedLimit = 8

    var isFirstReady: Bool {
      reserved.isEmpty || calls.isEmpty || !reserved.contains(calls[0].place)
    }
  }

  /// A load that the scope has started.
  private struct StartedByScope {
    weak var load: (any AnyObject & Sendable)?
    /// True if another load follows it.
    var isFollowed = false
  }

  private let state = Lock(State())
  private let follows = CancellableBag()

  package init() {}

  /// Runs a call now, or after those that run on another thread or further up on this one.
  package func perform(_ call: @escaping @Sendable () -> Void) {
    state.withLock { $0.calls.append(Call(place: 0, run: call)) }
    run()
  }

  /// Adds a call, which runs after ``runReserved(_:)``; the caller may hold a lock.
  ///
  /// Returns the place of the call.
  func reserve(_ call: @escaping @Sendable () -> Void) -> UInt {
    state.withLock { state in
      state.lastPlace += 1
      state.reserved.insert(state.lastPlace)
      state.calls.append(Call(place: state.lastPlace, run: call))
      return state.lastPlace
    }
  }

  /// Runs the call at a reserved place, after those before it.
  func runReserved(_ place: UInt) {
    state.withLock { _ = $0.reserved.remove(place) }
    run()
  }

  /// Runs all calls that are ready, unless another thread or a caller of this does so.
  private func run() {
    let isFirst = state.withLock { state in
      defer { state.isCalling = true }
      return !state.isCalling
    }
    guard isFirst else { return }
    while let next = takeNext() { next.run() }
  }

  private func takeNext() -> Call? {
    state.withLock { state in
      let next = state.isFirstReady ? state.calls.popFirst() : nil
      state.isCalling = next != nil
      return next
    }
  }
}

// MARK: Loads

extension ScopeLoads {
  /// Marks the value of a load as stale and, if it is in use, loads it again.
  ///
  /// A load in flight restarts, unless the scope has started it: then another load follows it.
  package func revalidate(_ load: some ScopedLoad) {
    load.performForScope(.invalidate)
    let state = load.scopedState
    if state.isWaiting {
      start(load, .retry)
      // A list may keep pages that were loaded before the call.
      let state = load.scopedState
      if state.isOutdated, let running = state.running { follow(load, after: running) }
    } else if state.isInUse {
      if let running = state.running, hasStarted(running) {
        follow(load, after: running)
      } else {
        start(load, .revalidate)
      }
    }
  }

  /// Loads a value again that is in use, and is stale or failed.
  package func revalidateInUse(_ load: some ScopedLoad) {
    let state = load.scopedState
    guard state.isInUse else { return }
    guard let running = state.running, hasStarted(running) else {
      return start(load, .revalidate)
    }
    if state.isOutdated { follow(load, after: running) }
  }

  /// Loads a failed value again that is in use, or starts an attempt that waits.
  package func retryFailed(_ load: some ScopedLoad) {
    let state = load.scopedState
    if state.isInUse || state.isWaiting || state.hasWaitingEnd { start(load, .retry) }
  }

  private func start(_ load: some ScopedLoad, _ intent: ScopedIntent) {
    let before = load.scopedState
    load.performForScope(intent)
    let after = load.scopedState
    guard let running = after.running else { return }
    if running !== before.running || before.isWaiting && !after.isWaiting { add(running) }
  }

  /// Loads a value again when the load in flight has ended, if it is still in use then.
  private func follow<Load: ScopedLoad>(_ load: Load, after running: any AnyObject & Sendable) {
    let id = ObjectIdentifier(running)
    let isFirst = state.withLock { state in
      guard let started = state.started[id], !started.isFollowed else { return false }
      state.started[id]?.isFollowed = true
      return true
    }
    guard isFirst else { return }
    // The subscription keeps this object alive until the load has ended, and the load, so that no
    // later one is at its address.
    _ = follows.own { ended in
      load.follow { load in
        ended()
        guard self.remove(running), let load else { return }
        self.perform { self.revalidateInUse(load) }
      }
    }
  }
}

// MARK: Started loads

extension ScopeLoads {
  private func hasStarted(_ load: any AnyObject & Sendable) -> Bool {
    state.withLock { $0.started[ObjectIdentifier(load)]?.load === load }
  }

  private func add(_ load: any AnyObject & Sendable) {
    removeEnded()
    state.withLock { state in
      if state.started[ObjectIdentifier(load)]?.load !== load {
        state.started[ObjectIdentifier(load)] = StartedByScope(load: load)
      }
    }
  }

  /// Removes the loads that have ended, if there may be many; they are released outside the lock.
  private func removeEnded() {
    let loads: [ObjectIdentifier: any AnyObject & Sendable]? = state.withLock { state in
      state.started.count < state.startedLimit ? nil : state.started.compactMapValues(\.load)
    }
    guard let loads else { return }
    state.withLock { state in
      state.started = state.started.filter { loads[$0.key] != nil }
      state.startedLimit = max(8, state.started.count * 2)
    }
  }

  /// Removes a load that has ended; returns false if it was removed before.
  private func remove(_ load: any AnyObject & Sendable) -> Bool {
    state.withLock { $0.started.removeValue(forKey: ObjectIdentifier(load)) } != nil
  }
}
