/// A handle of the load that an intent started or joined, to await its outcome or cancel it.
///
/// The loader owns the load, so dropping the handle changes nothing.
public struct LoadTask<Value: Sendable, Failure: Error>: Sendable {
  let started: StartedLoad

  @usableFromInline
  init(_ started: StartedLoad) { self.started = started }

  /// Waits until the load ends and returns its outcome.
  ///
  /// Any number of tasks may wait for one load. By default, cancelling a waiting task only stops
  /// the waiting, with ``LoadOutcome/abandoned``, and the load continues for all other callers.
  /// Pull to refresh depends on this, because its task is cancelled when a new state redraws the
  /// view:
  ///
  /// ```swift
  /// .refreshable { await loader.refresh().outcome() }
  /// ```
  ///
  /// Waiting raises the priority of the load to that of the waiting task. See
  /// <doc:LoaderContract#L4-Waiting-for-a-load>.
  ///
  /// - Parameter cancellation: The effect of cancelling the waiting task on the load; none by
  ///   default.
  /// - Returns: The outcome, immediately if the load has already ended or was skipped.
  @discardableResult
  public func outcome(
    whenCancelled cancellation: WaiterCancellation = .stopWaiting
  ) async -> LoadOutcome<Value, Failure> {
    guard let running = started.load else { return .skipped(started.skipReason) }
    // NB: A load that has ended is awaited, too, so that a model on the main actor has its state (V5).
    if running.hasEnded { return await outcome(of: running, whenCancelled: cancellation) }
    return await running.escalating {
      await outcome(of: running, whenCancelled: cancellation)
    }
  }

  private func outcome(
    of running: RunningLoad,
    whenCancelled cancellation: WaiterCancellation
  ) async -> LoadOutcome<Value, Failure> {
    switch cancellation {
    case .stopWaiting: return await running.end.map { LoadOutcome($0) } ?? .abandoned
    case .cancelLoad:
      // A cancelled load ends immediately. If it has already ended, that outcome is returned.
      return await withTaskCancellationHandler {
        await running.endInAnyCase.map { LoadOutcome($0) } ?? .cancelled
      } onCancel: {
        cancel()
      }
    }
  }

  /// Cancels this load, if it still runs, for all callers that joined it.
  public func cancel() { started.load?.requestCancel() }
}

/// The effect of cancelling a waiting task on the load.
public enum WaiterCancellation: Sendable, Hashable {
  /// The task stops waiting, and the load continues.
  case stopWaiting
  /// The load is cancelled, too, for all callers that joined it.
  case cancelLoad
}

/// A load that a call started or joined, or the reason why it did neither.
@usableFromInline
struct StartedLoad: Sendable {
  let load: RunningLoad?
  let skipReason: SkipReason

  init(_ load: RunningLoad?, skipReason: SkipReason = .noLoad) {
    self.load = load
    self.skipReason = skipReason
  }
}
