import Dispatch

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

  /// Runs the work on the queue, unless the task is cancelled before that.
  ///
  /// - Parameters:
  ///   - next: Work that runs on the queue after the task has been resumed.
  ///   - work: The work; not interrupted after it has started.
  /// - Returns: The result of the work.
  /// - Throws: The error of the work, or `CancellationError` if the task is cancelled before its
  ///   turn.
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
