/// A handle of the load that an intent started or joined.
///
/// Dropping it changes nothing; the loader owns the load.
public struct LoadTask<Value: Sendable, Failure: Error>: Sendable {
  private let running: RunningLoad<Value, Failure>?

  /// - Parameter running: The load; `nil` when there was nothing to do.
  init(_ running: RunningLoad<Value, Failure>?) { self.running = running }

  /// How the load ended, waited for if need be.
  ///
  /// Cancelling the task that waits stops the waiting with ``LoadOutcome/abandoned``; the load goes
  /// on for everyone else (contract L4). Pull to refresh needs exactly this, because its task is
  /// cancelled when a new state redraws the view.
  public var outcome: LoadOutcome<Value, Failure> {
    get async {
      guard let running else { return .notNeeded }
      return await running.promise.answer ?? .abandoned
    }
  }

  /// How the load ended, waited for by a task that owns it: cancelling the task cancels the load.
  public var ownedOutcome: LoadOutcome<Value, Failure> {
    get async {
      await withTaskCancellationHandler(operation: { await outcome }, onCancel: { cancel() })
    }
  }

  /// Cancels the load if it still runs, for everyone who joined it; later loads are not touched.
  public func cancel() { running?.requestCancel() }
}
