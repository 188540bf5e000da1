import Dispatch
import ReactiveLoadable

extension DispatchQueue {
  /// Runs the work on the queue, also in a cancelled task.
  func run<Output: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Output
  ) async throws(Failure) -> Output {
    let operation = DiskOperation { Result(catching: work) }
    guard let output = await operation.output(on: self, then: nil) else {
      preconditionFailure("An operation without cancellation was cancelled.")
    }
    return try output.get()
  }

  /// Runs the work on the queue, and `next` after the task has been resumed.
  ///
  /// Throws a `CancellationError` if the task is cancelled before its turn.
  func runCancellable<Output: Sendable>(
    then next: (@Sendable () -> Void)? = nil,
    _ work: @escaping @Sendable () throws -> Output
  ) async throws -> Output {
    let operation = DiskOperation { Result(catching: work) }
    let output = await withTaskCancellationHandler {
      await operation.output(on: self, then: next)
    } onCancel: {
      operation.cancel()
    }
    guard let output else { throw CancellationError() }
    return try output.get()
  }
}

/// Work that waits on a queue, and the task that waits for its result.
private final class DiskOperation<Output: Sendable>: Sendable {
  private enum State {
    case pending(@Sendable () -> Output)
    case queued(@Sendable () -> Output, CheckedContinuation<Output?, Never>)
    case ended
  }

  private let state: Lock<State>

  init(_ work: @escaping @Sendable () -> Output) { state = Lock(.pending(work)) }

  /// Waits for the result; `nil` if the operation was cancelled before it started.
  func output(on queue: DispatchQueue, then next: (@Sendable () -> Void)?) async -> Output? {
    await withCheckedContinuation { continuation in
      let isQueued = state.withLock { state in
        guard case .pending(let work) = state else { return false }
        state = .queued(work, continuation)
        return true
      }
      guard isQueued else { return continuation.resume(returning: nil) }
      queue.async {
        if let (continuation, output) = self.work() { continuation.resume(returning: output) }
        next?()
      }
    }
  }

  /// Cancels the operation, unless the work has started.
  func cancel() {
    if case .queued(_, let continuation) = end() { continuation.resume(returning: nil) }
  }

  // A separate function, so that the work's captures are released before the task is resumed.
  private func work() -> (CheckedContinuation<Output?, Never>, Output)? {
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
