import ReactiveLoadable

/// What is to be undone when a store goes.
///
/// The lock guards `state`; what is undone is so outside it.
@usableFromInline
final class StoreLife: Sendable {
  private struct State {
    var isOver = false
    var undo: (@Sendable () -> Void)?
  }

  private let state = Lock(State())

  @usableFromInline
  init() {}

  /// Notes what is to be undone; has it undone at once if the store has gone.
  @usableFromInline
  func whenOver(_ undo: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      if !state.isOver { state.undo = undo }
      return state.isOver
    }
    if isOver { undo() }
  }

  @usableFromInline
  func end() {
    let undo = state.withLock { state in
      defer { state = State(isOver: true) }
      return state.undo
    }
    undo?()
  }
}
