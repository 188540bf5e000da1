import ReactiveLoadable

/// An effect at work: it can be cancelled, and tells once that it is over.
///
/// The lock guards `state`; what is called is so outside it.
final class EffectRun: Sendable {
  private struct State {
    var isOver = false
    var cancel: (@Sendable () -> Void)?
    var whenOver: [@Sendable () -> Void] = []
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
  func whenOver(_ body: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      if !state.isOver { state.whenOver.append(body) }
      return state.isOver
    }
    if isOver { body() }
  }

  /// Its work is done.
  func end() { _ = finish() }

  /// Has its work stop; nothing that it sends arrives any more.
  func cancel() { finish()?() }

  private func finish() -> (@Sendable () -> Void)? {
    let before = state.withLock { state in
      defer { state = State(isOver: true) }
      return state
    }
    for body in before.whenOver { body() }
    return before.cancel
  }
}
