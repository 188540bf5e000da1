/// Runs steps one after the other, never one inside the other.
///
/// A write that ends starts the next one. If that does not suspend, it ends immediately and starts
/// the next, so a long queue of such writes would overflow the stack. Here the first call on the
/// stack runs all steps in a loop. The lock guards `state`; steps run outside the lock.
final class Succession: Sendable {
  private struct State {
    var isRunning = false
    var waiting = FIFO<@Sendable () -> Void>()
  }

  private let state = Lock(State())

  /// Runs a step immediately or, if another one is running, after it and on its thread.
  func perform(_ step: @escaping @Sendable () -> Void) {
    guard enter(or: step) else { return }
    step()
    while let next = leaveOrNext() { next() }
  }

  private func enter(or step: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      if state.isRunning {
        state.waiting.append(step)
        return false
      }
      state.isRunning = true
      return true
    }
  }

  private func leaveOrNext() -> (@Sendable () -> Void)? {
    state.withLock { state in
      let next = state.waiting.popFirst()
      if next == nil { state.isRunning = false }
      return next
    }
  }
}
