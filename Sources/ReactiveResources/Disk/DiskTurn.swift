import ReactiveLoadable
import Dispatch

/// Work that waits for its turn on a queue, and the task that waits for its result.
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

  /// Waits for the result.
  ///
  /// - Parameters:
  ///   - queue: The queue on which the work runs.
  ///   - next: Work that runs there after the waiting task has been resumed.
  /// - Returns: The result; `nil` if the turn was skipped before it started.
  func answer(on queue: DispatchQueue, then next: (@Sendable () -> Void)?) async -> Answer? {
    await withCheckedContinuation { waiter in
      guard wait(waiter) else { return waiter.resume(returning: nil) }
      queue.async {
        self.run()
        next?()
      }
    }
  }

  /// Skips the turn, unless the work has started.
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

  // A separate function, so that the work's captures are released before the task is resumed.
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
