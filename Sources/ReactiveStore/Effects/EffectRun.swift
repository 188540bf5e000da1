import ReactiveLoadable

/// A running effect, which can be cancelled and calls its observers once when it ends.
///
/// The lock guards `state`; closures are called outside the lock.
final class EffectRun: Sendable {
  fileprivate struct State {
    /// The number of pending parts: its work, and each queued action that it has sent.
    var pending = 1
    var hasEnded = false
    var isOver = false
    var isCancelled = false
    var cancel: (@Sendable () -> Void)?
    var tell: (@Sendable () -> Void)?
    var whenOver: [@Sendable () -> Void] = []
    var whenDone: [@Sendable () -> Void] = []
  }

  private let state: Lock<State>

  /// Creates a run; the closure that cancels it may be set later.
  init(cancelling cancel: (@Sendable () -> Void)? = nil) { state = Lock(State(cancel: cancel)) }

  var isOver: Bool { state.withLock { $0.isOver } }

  /// Sets the closure that cancels the work, or calls it immediately if the run has ended.
  func begin(_ cancel: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      if !state.isOver { state.cancel = cancel }
      return state.isOver
    }
    if isOver { cancel() }
  }

  /// Calls `body` when the run ends, or immediately if it has ended.
  func whenOver(_ body: @escaping @Sendable () -> Void) { when(\.whenOver, body) }

  /// Calls `body` when the run has ended and its failure is published, or immediately after that.
  func whenDone(_ body: @escaping @Sendable () -> Void) { when(\.whenDone, body) }

  private func when(
    _ list: WritableKeyPath<State, [@Sendable () -> Void]>,
    _ body: @escaping @Sendable () -> Void
  ) {
    let isOver = state.withLock { state in
      if !state.isOver { state[keyPath: list].append(body) }
      return state.isOver
    }
    if isOver { body() }
  }

  /// True if its queued actions must be dropped.
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Counts a sent action, which may be dropped until `release()`; false if its work has ended.
  func hold() -> Bool {
    state.withLock { state in
      let isAtWork = !state.isOver && !state.hasEnded
      if isAtWork { state.pending += 1 }
      return isAtWork
    }
  }

  /// Ends the turn of an action that it has sent.
  func release() {
    let before = state.withLock { state in
      state.pending -= 1
      return state.pending == 0 ? state.finish() : nil
    }
    before?.tellAll()
  }

  /// Ends the work; the run ends when all its actions have had their turn.
  ///
  /// The closure publishes the failure. It is called when the run has ended, so that another effect
  /// can start, and before callers that wait for the run continue.
  func end(telling tell: (@Sendable () -> Void)? = nil) {
    state.withLock { state in
      state.hasEnded = true
      if !state.isOver { state.tell = tell }
    }
    release()
  }

  /// Cancels the work; its later actions are dropped.
  func cancel() {
    var before = state.withLock { state in
      state.isCancelled = state.isCancelled || !state.isOver
      return state.finish()
    }
    before.tell = nil
    before.tellAll()
    before.cancel?()
  }
}

extension EffectRun.State {
  /// Marks the run as ended; returns the previous state with the closures to call.
  fileprivate mutating func finish() -> Self {
    let before = self
    isOver = true
    (cancel, tell, whenOver, whenDone) = (nil, nil, [], [])
    return before
  }

  fileprivate func tellAll() {
    for body in whenOver { body() }
    tell?()
    for body in whenDone { body() }
  }
}
