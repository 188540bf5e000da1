public import CombineShim
import ReactiveLoading
public import ReactiveRelays

// Revalidating and retrying all members, at a call or at every value of a trigger.

extension LoadScope {
  /// Loads values again that are in use, and are stale or failed; see `revalidate(on:)`.
  public func revalidate() { touchAll { $0.revalidateInUse($1) } }

  /// Loads values again that are in use and stale or failed, at every value of a publisher.
  ///
  /// ```swift
  /// scope.revalidate(on: willEnterForeground)
  /// ```
  ///
  /// Each value revalidates every member that is in use, as ``Loader/revalidate()`` does: a load in
  /// flight is joined. Members that are not in use stay as they are. See
  /// <doc:ScopeContract#S6-Triggers>.
  ///
  /// - Parameter triggers: The values. The scope subscribes immediately, for its lifetime, and
  ///   revalidates on the thread that publishes them. It keeps neither itself nor members alive.
  /// - Returns: The connection, with which the caller may end it earlier.
  @discardableResult
  public func revalidate<Trigger>(
    on triggers: some Publisher<Trigger, Never>
  ) -> StreamConnection {
    streams.own(triggers) { [weak self] _ in self?.revalidate() }
  }

  /// Loads values again that are in use and stale or failed, at every element of an async sequence.
  ///
  /// - Parameter triggers: The sequence, which a task of the scope iterates from now on.
  /// - Returns: The connection, with which the caller may end it earlier.
  @discardableResult
  public func revalidate<Triggers: AsyncSequence & Sendable>(
    on triggers: Triggers
  ) -> StreamConnection where Triggers.Element: Sendable, Triggers.Failure == Never {
    iterate(triggers) { $0.revalidate() }
  }

  /// Loads failed values again that are in use, and starts attempts that wait for their delay.
  ///
  /// A failed write is not repeated. See `retryFailed(on:)`.
  public func retryFailed() { touchAll { $0.retryFailed($1) } }

  /// Loads failed values again that are in use, at every value of a publisher.
  ///
  /// A load or a write that waits before a retry attempts now, in use or not. See
  /// <doc:ScopeContract#S7-Retrying-what-failed>.
  ///
  /// - Parameter triggers: The values, for instance when the device is online again.
  /// - Returns: The connection, with which the caller may end it earlier.
  @discardableResult
  public func retryFailed<Trigger>(
    on triggers: some Publisher<Trigger, Never>
  ) -> StreamConnection {
    streams.own(triggers) { [weak self] _ in self?.retryFailed() }
  }

  /// Loads failed values again that are in use, at every element of an async sequence.
  @discardableResult
  public func retryFailed<Triggers: AsyncSequence & Sendable>(
    on triggers: Triggers
  ) -> StreamConnection where Triggers.Element: Sendable, Triggers.Failure == Never {
    iterate(triggers) { $0.retryFailed() }
  }

  private func touchAll(_ touch: @escaping @Sendable (any ScopeMember, ScopeLoads) -> Void) {
    let entries = index.all
    if entries.isEmpty { return }
    loads.perform { [loads] in
      for entry in entries {
        if let member = entry.member { touch(member, loads) }
      }
    }
  }

  private func iterate<Triggers: AsyncSequence & Sendable>(
    _ triggers: Triggers,
    _ call: @escaping @Sendable (LoadScope) -> Void
  ) -> StreamConnection where Triggers.Failure == Never {
    streams.own { [weak self] in
      for await _ in triggers {
        // A sequence may ignore the cancellation at the end of the scope.
        guard let self, !Task.isCancelled else { return }
        call(self)
      }
    }
  }
}
