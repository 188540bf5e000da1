import ReactiveLoadable
import Dispatch

/// Work that waits for its turn on a queue, and the task that waits for the answer.
final class DiskTurn<Answer: Sendable>: Sendable {
  private typealias Work = @Sendable () -> Answer
  private typealias Waiter = CheckedContinuation<Answer?, Never>

  private enum State {
    case asked(Work)
    case waiting(Work, Waiter)
    case over
  }

  private let state: Lock<State>

  init(_ work: @escaping @Sendable () -> Answer) { state = Lock(.asked(work)) }

  /// Waits for the answer.
  ///
  /// - Parameters:
  ///   - queue: Where the work is done.
  ///   - next: What is done there after the waiting task was told.
  /// - Returns: The answer; `nil` when the turn was skipped before it came.
  func answer(on queue: DispatchQueue, then next: (@Sendable () -> Void)?) async -> Answer? {
    await withCheckedContinuation { waiter in
      guard wait(waiter) else { return waiter.resume(returning: nil) }
      queue.async {
        self.run()
        next?()
      }
    }
  }

  /// Gives the turn up, unless the work has begun.
  func skip() {
    if case .waiting(_, let waiter) = end() { waiter.resume(returning: nil) }
  }

  private func wait(_ waiter: Waiter) -> Bool {
    state.withLock { state in
      guard case .asked(let work) = state else { return false }
      state = .waiting(work, waiter)
      return true
    }
  }

  private func run() {
    guard let (waiter, answer) = work() else { return }
    waiter.resume(returning: answer)
  }

  // A function of its own, so that what the work holds is let go of before the waiting task is told.
  private func work() -> (Waiter, Answer)? {
    guard case .waiting(let work, let waiter) = end() else { return nil }
    return (waiter, work())
  }

  private func end() -> State {
    state.withLock { state in
      defer { state = .over }
      return state
    }
  }
}
