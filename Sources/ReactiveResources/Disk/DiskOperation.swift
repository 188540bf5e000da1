import ReactiveLoadable
import Dispatch

/// Work that waits on a queue, and the task that waits for its result.
final class DiskOperation<Output: Sendable>: Sendable {
  private typealias Work = @Sendable () -> Output
  private typealias Continuation = CheckedContinuation<Output?, Never>

  private enum State {
    case pending(Work)
    case queued(Work, Continuation)
    case ended
  }

  private let state: Lock<State>

  init(_ work: @escaping @Sendable () -> Output) { state = Lock(.pending(work)) }

  /// Waits for the result.
  ///
  /// - Parameters:
  ///   - queue: The queue on which the work runs.
  ///   - next: Work that runs there after the waiting task has been resumed.
  /// - Returns: The result; `nil` if it was cancelled before it started.
  func output(on queue: DispatchQueue, then next: (@Sendable () -> Void)?) async -> Output? {
    await withCheckedContinuation { continuation in
      guard enqueue(continuation) else { return continuation.resume(returning: nil) }
      queue.async {
        self.run()
        next?()
      }
    }
  }

  /// Cancels the operation, unless the work has started.
  func cancel() {
    if case .queued(_, let continuation) = end() { continuation.resume(returning: nil) }
  }

  private func enqueue(_ continuation: Continuation) -> Bool {
    state.withLock { state in
      guard case .pending(let work) = state else { return false }
      state = .queued(work, continuation)
      return true
    }
  }

  private func run() {
    guard let (continuation, output) = work() else { return }
    continuation.resume(returning: output)
  }

  // A separate function, so that the work's captures are released before the task is resumed.
  private func work() -> (Continuation, Output)? {
    guard case .queued(let work, let continuation) = end() else { return nil }
    return (continuation, work())
  }

  private func end() -> State {
    state.withLock { state in
      defer { state = .ended }
      return state
    }
  }
}
