/// What a listener changes of a row of the listening queue.
enum QueueEdit: Hashable, Sendable {
  case like(ListeningQueue.Item.ID)
  case rename(ListeningQueue.Item.ID, to: String)
}

extension ListeningQueue {
  /// Makes a change; one of a row that is gone changes nothing.
  mutating func apply(_ edit: QueueEdit) {
    switch edit {
    case .like(let id): change(id) { $0.isLiked = true }
    case .rename(let id, let title): change(id) { $0.title = title }
    }
  }

  private mutating func change(_ id: Item.ID, _ body: (inout Item) -> Void) {
    guard let index = items.firstIndex(where: { $0.id == id }) else { return }
    body(&items[index])
  }
}
