import ReactiveLoadable

/// The listening queue: shown at once whenever there is anything to show, and refreshed behind it.
///
/// What was saved by an earlier launch shows until the first answer comes. A fresh value is not
/// asked for again, a stale one is shown while a newer one is on its way, and a write makes it stale.
@MainActor
final class QueueModel {
  private let queue: Loader<NoRequest, ListeningQueue, APIError>
  private let save: Mutation<ListeningQueue.Item, ListeningQueue.Item, APIError>

  /// What the screen draws.
  var states: ReadOnlyRelay<Loadable<ListeningQueue, APIError>> { queue.states }

  /// - Parameters:
  ///   - policy: How long a value is fresh.
  ///   - saved: What outlives the app, such as a file.
  ///   - fetch: Asks the server for the queue.
  ///   - put: Saves an item on the server.
  init(
    policy: LoadPolicy = .api(fresh: .lasting(.seconds(300))),
    saved: BehaviorRelay<ListeningQueue?> = BehaviorRelay(nil),
    fetch: @escaping @Sendable () async throws(APIError) -> ListeningQueue,
    put: @escaping @Sendable (ListeningQueue.Item) async throws(APIError) -> ListeningQueue.Item
  ) {
    // Shown in the first load; after that the loader keeps what it has shown.
    let early = BehaviorRelay(saved.value)
    let queue = Loader(policy: policy) {
      (report: LoadReporter<ListeningQueue>) async throws(APIError) -> ListeningQueue in
      if let value = early.update({ $0.take() }) { report.value(value) }
      let answer = try await fetch()
      saved.accept(answer)
      return answer
    }
    self.queue = queue
    save = Mutation(policy: .api()) { (item: ListeningQueue.Item) async throws(APIError) in
      let item = try await put(item)
      queue.invalidate()
      return item
    }
  }

  /// Loads what is needed; there is something to show when this returns, if ever there was.
  @discardableResult
  func appear() -> LoadTask<ListeningQueue, APIError> { queue.loadIfNeeded() }

  /// Adds an item; whoever appears after that sees it.
  @discardableResult
  func add(_ item: ListeningQueue.Item) -> LoadTask<ListeningQueue.Item, APIError> {
    save.run(item)
  }
}
