import ReactiveLoadable

/// A handle of the effects that a sent action had begun (S8).
///
/// ```swift
/// .refreshable { await store.send(.refresh).finish() }
/// ```
///
/// Dropping it changes nothing.
public struct StoreTask: Sendable {
  @usableFromInline let work: StoreWork?

  @inlinable
  init(work: StoreWork?) { self.work = work }

  /// Waits until the action is reduced and its effects are over, with those of the actions they send.
  ///
  /// When the waiting task is cancelled, it waits no more, and the effects go on.
  public func finish() async { await work?.finish() }

  /// Cancels these effects; a load is cancelled for all who wait for it.
  public func cancel() { work?.cancel() }
}
