import Dispatch

extension DispatchQueue {
  /// Does the work when its turn comes, also in a cancelled task.
  func turn<Answer: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Answer
  ) async throws(Failure) -> Answer {
    let turn = DiskTurn { Result(catching: work) }
    guard let answer = await turn.answer(on: self, then: nil) else {
      preconditionFailure("Nobody skips a turn that is not skippable.")
    }
    return try answer.get()
  }

  /// Does the work when its turn comes, unless the task is cancelled before that.
  ///
  /// - Parameters:
  ///   - next: What is done on the queue after the task was told.
  ///   - work: The work; not interrupted once it has begun.
  /// - Returns: What the work returns.
  /// - Throws: What the work throws; `CancellationError`, at once, if the task is cancelled before.
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
