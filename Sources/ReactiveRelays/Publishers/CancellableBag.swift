/// The subscriptions and tasks that an object owns until they end or the object is released.
///
/// The lock guards `state`; streams are cancelled and released outside it.
@usableFromInline
package final class CancellableBag: Sendable {
  private struct State {
    var nextID: UInt = 0
    /// The streams by id; `nil` for a stream that is being started.
    var owned: [UInt: (any Cancellable)?] = [:]
    /// The stream that ``ownOnly(_:_:)`` replaces.
    var only: StreamConnection?
  }

  private let state = Lock(State())

  @usableFromInline
  package init() {}

  deinit { cancel() }

  // The newest first, because the order of a dictionary differs in each run.
  package func cancel() {
    var owned: [UInt: (any Cancellable)?] = [:]
    state.withLock { swap(&owned, &$0.owned) }
    for (_, stream) in owned.inOrder(of: \.key).reversed() { stream?.cancel() }
  }

  /// Owns a subscription to a publisher until the publisher ends, and then calls `finished`.
  @discardableResult
  package func own<P: Publisher>(
    _ publisher: P,
    finished: @escaping () -> Void = {},
    _ receive: @escaping (P.Output) -> Void
  ) -> StreamConnection where P.Failure == Never {
    own { ended in
      publisher.unlockedSink { _ in
        finished()
        ended()
      } receiveValue: {
        receive($0)
      }
    }
  }

  /// Owns a subscription to a publisher instead of that of the last call of this method.
  package func ownOnly<P: Publisher>(
    _ publisher: P,
    _ receive: @escaping (P.Output) -> Void
  ) where P.Failure == Never {
    let new = own(publisher, receive)
    state.withLock { state in
      defer { state.only = new }
      return state.only
    }?.cancel()
  }

  /// Owns a task until it returns; the task starts immediately.
  ///
  /// A closure can end it instead of a cancellation. This is for a `debounce` of AsyncAlgorithms,
  /// which leaks its tasks when the iterating task is cancelled between two elements. It ends when
  /// the sequence below it ends.
  @discardableResult
  package func own(
    endedBy cancel: (@Sendable () -> Void)? = nil,
    _ body: @escaping @Sendable () async -> Void
  ) -> StreamConnection {
    own { ended in
      let task = Task.startedImmediately {
        await body()
        ended()
      }
      return AnyCancellable(cancel ?? task.cancel)
    }
  }

  /// Owns a stream until it calls `ended`.
  package func own(
    _ start: (_ ended: @escaping @Sendable () -> Void) -> any Cancellable
  ) -> StreamConnection {
    let id = state.withLock { state in
      state.nextID += 1
      state.owned[state.nextID] = .some(nil)
      return state.nextID
    }
    let stream = start { [weak self] in self?.release(id) }
    let hasEnded = state.withLock { state in
      guard state.owned[id] != nil else { return true }
      state.owned[id] = stream
      return false
    }
    if hasEnded { stream.cancel() }
    return StreamConnection { [weak self] in self?.cancel(id) }
  }

  private func cancel(_ id: UInt) {
    state.withLock { $0.owned.removeValue(forKey: id) }??.cancel()
  }

  private func release(_ id: UInt) {
    _ = state.withLock { $0.owned.removeValue(forKey: id) }
  }
}
