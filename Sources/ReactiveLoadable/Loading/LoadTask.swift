/// A handle of the load that an intent started or joined.
///
/// Dropping it changes nothing; the loader owns the load.
public struct LoadTask<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let running: RunningLoad<Value, Failure>?
  @usableFromInline let skipReason: SkipReason

  /// Creates a handle of a load.
  ///
  /// - Parameters:
  ///   - running: The load; `nil` if the call started and joined none.
  ///   - skipReason: The reason for that; unused with a load.
  @inlinable
  init(_ running: RunningLoad<Value, Failure>?, skipReason: SkipReason = .noLoad) {
    self.running = running
    self.skipReason = skipReason
  }

  /// Waits until the load is over, and returns how it ended.
  ///
  /// Many may wait for one load. By default, cancelling the task that waits only stops the waiting,
  /// with ``LoadOutcome/abandoned``, and the load goes on for everyone else (contract L4). Pull to
  /// refresh needs exactly this, because its task is cancelled when a new state redraws the view:
  ///
  /// ```swift
  /// .refreshable { await loader.refresh().outcome() }
  /// ```
  ///
  /// Waiting raises the priority of the load to that of the waiting task (contract L4).
  ///
  /// - Parameter cancellation: What cancelling the waiting task does to the load.
  /// - Returns: How the load ended; at once when it is over already or nothing was to be done.
  @inlinable @discardableResult
  public func outcome(
    whenCancelled cancellation: WaiterCancellation = .stopWaiting
  ) async -> LoadOutcome<Value, Failure> {
    guard let running else { return .skipped(skipReason) }
    // NB: A load that is over is awaited, too: a model on the main actor shows its state by then (V5).
    if running.isSettled { return await outcome(of: running, whenCancelled: cancellation) }
    return await running.escalating {
      await outcome(of: running, whenCancelled: cancellation)
    }
  }

  @inlinable
  func outcome(
    of running: RunningLoad<Value, Failure>,
    whenCancelled cancellation: WaiterCancellation
  ) async -> LoadOutcome<Value, Failure> {
    switch cancellation {
    case .stopWaiting: return await running.answer ?? .abandoned
    case .cancelLoad:
      // Once cancelled, the load is over at once, or was over before: then that is the outcome.
      return await withTaskCancellationHandler {
        await running.answerInAnyCase ?? .cancelled
      } onCancel: {
        cancel()
      }
    }
  }

  /// Cancels the load if it still runs, for everyone who joined it; later loads are not touched.
  @inlinable
  public func cancel() { running?.requestCancel() }
}

/// What cancelling a task that waits for a load does to the load.
public enum WaiterCancellation: Sendable, Hashable {
  /// Nothing: the task waits no more, and the load goes on for everyone else.
  case stopWaiting
  /// It cancels the load, which the task owns.
  case cancelLoad
}
