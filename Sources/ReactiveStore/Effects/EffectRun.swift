import ReactiveLoadable

/// A running effect, which can be cancelled and calls its observers once when it ends.
///
/// The lock guards `state`; closures are called outside the lock.
final class EffectRun: Sendable {
  fileprivate struct State {
    /// The number of pending parts: its work, and each queued action that it has sent.
    var pending = 1
    var workHasEnded = false
    var hasEnded = false
    var isCancelled = false
    var cancel: (@Sendable () -> Void)?
    var publishFailure: (@Sendable () -> Void)?
    var whenEnded: [@Sendable () -> Void] = []
    var whenFinished: [@Sendable () -> Void] = []
  }

  private let state: Lock<State>

  /// Creates a run; the closure that cancels it may be set later.
  init(cancelling cancel: (@Sendable () -> Void)? = nil) { state = Lock(State(cancel: cancel)) }

  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  /// Sets the closure that cancels the work, or calls it immediately if the run has ended.
  func setCancellation(_ cancel: @escaping @Sendable () -> Void) {
    let hasEnded = state.withLock { state in
      if !state.hasEnded { state.cancel = cancel }
      return state.hasEnded
    }
    if hasEnded { cancel() }
  }

  /// Calls `body` when the run ends, or immediately if it has ended.
  func whenEnded(_ body: @escaping @Sendable () -> Void) { observe(\.whenEnded, body) }

  /// Calls `body` when the run has ended and its failure is published, or immediately after that.
  func whenFinished(_ body: @escaping @Sendable () -> Void) { observe(\.whenFinished, body) }

  private func observe(
    _ list: WritableKeyPath<State, [@Sendable () -> Void]>,
    _ body: @escaping @Sendable () -> Void
  ) {
    let hasEnded = state.withLock { state in
      if !state.hasEnded { state[keyPath: list].append(body) }
      return state.hasEnded
    }
    if hasEnded { body() }
  }

  /// True if its queued actions must be dropped.
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Counts a sent action, which may be dropped until `release()`; false if its work has ended.
  func hold() -> Bool {
    state.withLock { state in
      let isRunning = !state.hasEnded && !state.workHasEnded
      if isRunning { state.pending += 1 }
      return isRunning
    }
  }

  /// Records that an action that it has sent is reduced or dropped.
  func release() {
    let before = state.withLock { state in
      state.pending -= 1
      return state.pending == 0 ? state.finish() : nil
    }
    before?.callObservers()
  }

  /// Ends the work; the run ends when all its actions are reduced or dropped.
  ///
  /// The closure publishes the failure. It is called when the run has ended, so that another effect
  /// can start, and before callers that wait for the run continue.
  func end(publishing publishFailure: (@Sendable () -> Void)? = nil) {
    state.withLock { state in
      state.workHasEnded = true
      if !state.hasEnded { state.publishFailure = publishFailure }
    }
    release()
  }

  /// Cancels the work; its later actions are dropped.
  func cancel() {
    var before = state.withLock { state in
      state.isCancelled = state.isCancelled || !state.hasEnded
      return state.finish()
    }
    before.publishFailure = nil
    before.callObservers()
    before.cancel?()
  }
}

extension EffectRun.State {
  /// Marks the run as ended; returns the previous state with the closures to call.
  fileprivate mutating func finish() -> Self {
    let before = self
    hasEnded = true
    (cancel, publishFailure, whenEnded, whenFinished) = (nil, nil, [], [])
    return before
  }

  fileprivate func callObservers() {
    for body in whenEnded { body() }
    publishFailure?()
    for body in whenFinished { body() }
  }
}

package struct ActiveEffect: Sendable {
  package let isLoad: Bool
  let run: EffectRun
  let ids: [EffectID]

  /// An identity that differs from all others for as long as this value is retained.
  package var identity: ObjectIdentifier { ObjectIdentifier(run) }

  /// The ids of the effect as text; `nil` if it has none.
  package var id: String? {
    ids.isEmpty ? nil : ids.map(\.text).joined(separator: ", ")
  }
}
