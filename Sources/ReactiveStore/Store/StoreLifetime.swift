import ReactiveLoadable

/// Runs a cleanup when a store is deallocated.
///
/// The lock guards `state`; the cleanup runs outside the lock.
final class StoreLifetime: Sendable {
  private struct State {
    var hasEnded = false
    var cleanup: (@Sendable () -> Void)?
  }

  private let state = Lock(State())

  /// Sets the cleanup, or runs it immediately if the store is already deallocated.
  func onEnd(_ cleanup: @escaping @Sendable () -> Void) {
    let hasEnded = state.withLock { state in
      if !state.hasEnded { state.cleanup = cleanup }
      return state.hasEnded
    }
    if hasEnded { cleanup() }
  }

  func end() {
    let cleanup = state.withLock { state in
      defer { state = State(hasEnded: true) }
      return state.cleanup
    }
    cleanup?()
  }
}
