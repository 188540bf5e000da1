import ReactiveLoadable

/// A handle of the effects and loads of a sent action.
///
/// ```swift
/// .refreshable { await store.send(.refresh).finish() }
/// ```
///
/// Releasing the handle changes nothing. See <doc:StoreContract#S8-Waiting-for-the-end>.
public struct StoreTask: Sendable {
  let work: StoreWork?

  init(work: StoreWork?) { self.work = work }

  /// Waits until the action is reduced and its effects and loads have ended.
  ///
  /// The effects of the actions that these effects send are included. If the waiting task is
  /// cancelled, this returns and the effects continue.
  public func finish() async { await work?.finish() }

  /// Cancels these effects and loads; a joined load is cancelled for all callers that wait.
  public func cancel() { work?.cancel() }
}
