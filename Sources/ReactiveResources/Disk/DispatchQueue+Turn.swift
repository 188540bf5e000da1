import Dispatch

extension DispatchQueue {
  /// Runs the work in its turn, also in a cancelled task.
  func turn<Answer: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Answer
  ) async throws(Failure) -> Answer {
    let turn = DiskTurn { Result(catching: work) }
    guard let answer = await turn.answer(on: self, then: nil) else {
      preconditionFailure("A turn without cancellation was skipped.")
    }
    return try answer.get()
  }

  /// Runs the work in its turn, unless the task is cancelled before that.
  ///
  /// - Parameters:
  ///   - next: Work that runs on the queue after the task has been resumed.
  ///   - work: The work; not interrupted after it has started.
  /// - Returns: The result of the work.
  /// - Throws: The error of the work, or `CancellationError` if the task is cancelled before its
  ///   turn.
  func skippableTurn<Answer: Sendable>(
    then next: (@Sendable () -> Void)? = nil,
    _ work: @escaping @Sendable () throws -> Answer
  ) async throws -> Answer {
    let turn = DiskTurn { Result(catching: work) }
    let answer = await withTaskCancellationHandler {
      await turn.answer(on: self, then: next)
    } onCancel: {
      turn.skip()
    }
    guard let answer else { throw CancellationError() }
    return try answer.get()
  }
}
