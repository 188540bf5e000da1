import ReactiveLoadable

/// Runs a cleanup when a store is deallocated.
///
/// The lock guards `state`; the cleanup runs outside the lock.
final class StoreLife: Sendable {
  private struct State {
    var isOver = false
    var undo: (@Sendable () -> Void)?
  }

  private let state = Lock(State())

  /// Sets the cleanup, or runs it immediately if the store is already deallocated.
  func whenOver(_ undo: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      if !state.isOver { state.undo = undo }
      return state.isOver
    }
    if isOver { undo() }
  }

  func end() {
    let undo = state.withLock { state in
      defer { state = State(isOver: true) }
      return state.undo
    }
    undo?()
  }
}
