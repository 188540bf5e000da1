import ReactiveLoadable

/// The listening queue, edited optimistically: a tap shows at once, and is taken back if it fails.
@MainActor
final class EditableQueueModel {
  typealias Item = ListeningQueue.Item

  private let queue: Loader<NoRequest, ListeningQueue, APIError>
  private let changes: Mutation<QueueEdit, Item, APIError>
  private let additions: Mutation<Item, Item, APIError>

  /// What the screen draws: what the server has, with what is not saved yet.
  var states: ReadOnlyRelay<Loadable<ListeningQueue, APIError>> { queue.states }

  /// - Parameters:
  ///   - fetch: Asks the server for the queue.
  ///   - change: Changes a row on the server.
  ///   - put: Saves a row on the server, which gives it a number.
  init(
    fetch: @escaping @Sendable () async throws(APIError) -> ListeningQueue,
    change: @escaping @Sendable (QueueEdit) async throws(APIError) -> Item,
    put: @escaping @Sendable (Item) async throws(APIError) -> Item
  ) {
    queue = Loader(policy: .api, fetch)
    changes = Mutation(
      policy: .api(.concurrent),
      editing: queue,
      change: { edit, queue in queue.apply(edit) },
      write: change
    )
    additions = Mutation(
      policy: .api(.concurrent),
      editing: queue,
      change: { item, queue in queue.put(item) },
      write: put,
      confirm: { _, saved, queue in queue.put(saved) }
    )
  }

  /// Loads, and again; what is not saved yet goes on top of the answer.
  @discardableResult
  func load() -> LoadTask<ListeningQueue, APIError> { queue.load() }

  /// Changes a row; it shows when this returns.
  @discardableResult
  func change(_ edit: QueueEdit) -> LoadTask<Item, APIError> { changes.run(edit) }

  /// Adds a row; it shows when this returns, and has its number when it is saved.
  @discardableResult
  func add(_ item: Item) -> LoadTask<Item, APIError> { additions.run(item) }
}
