import ReactiveLoadable

/// An effect at work: it can be cancelled, and tells once that it is over.
///
/// The lock guards `state`; what is called is so outside it.
final class EffectRun: Sendable {
  fileprivate struct State {
    /// Its work, and what it has sent that waits for its turn.
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

  /// Creates one that is cancelled in a way that may be told later.
  init(cancelling cancel: (@Sendable () -> Void)? = nil) { state = Lock(State(cancel: cancel)) }

  var isOver: Bool { state.withLock { $0.isOver } }

  /// Notes how it is cancelled; cancels at once if it is over already.
  func begin(_ cancel: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      if !state.isOver { state.cancel = cancel }
      return state.isOver
    }
    if isOver { cancel() }
  }

  /// Calls `body` when it is over; at once if it is.
  func whenOver(_ body: @escaping @Sendable () -> Void) { when(\.whenOver, body) }

  /// Calls `body` when it is over and why was told; at once if that is so.
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

  /// Whether what it has sent is dropped when its turn comes.
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// It has sent something, which may still be dropped until `release()`; false if its work has ended.
  func hold() -> Bool {
    state.withLock { state in
      let isAtWork = !state.isOver && !state.hasEnded
      if isAtWork { state.pending += 1 }
      return isAtWork
    }
  }

  /// What it has sent has had its turn.
  func release() {
    let before = state.withLock { state in
      state.pending -= 1
      return state.pending == 0 ? state.finish() : nil
    }
    before?.tellAll()
  }

  /// Its work is done; it is over when all that it has sent has had its turn.
  ///
  /// - Parameter tell: Tells why it has failed: when nothing of it is at work any more, so that another one
  ///   can begin then, and before those go on who wait for it.
  func end(telling tell: (@Sendable () -> Void)? = nil) {
    state.withLock { state in
      state.hasEnded = true
      if !state.isOver { state.tell = tell }
    }
    release()
  }

  /// Has its work stop; nothing that it sends arrives any more.
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
  /// Is over; returns what was to be done then.
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
