/// The listening queue as the server has it.
actor QueueStore {
  private(set) var queue: ListeningQueue

  init(_ queue: ListeningQueue) { self.queue = queue }

  /// Saves an item and returns it with its number, which it gets the first time.
  func put(_ item: ListeningQueue.Item) -> ListeningQueue.Item {
    var saved = item
    saved.number = queue[item.id]?.number ?? queue.items.count + 1
    queue.put(saved)
    queue.revision += 1
    return saved
  }

  /// Changes an item and returns it; nil if it is not there.
  func apply(_ edit: QueueEdit, to id: ListeningQueue.Item.ID) -> ListeningQueue.Item? {
    guard queue[id] != nil else { return nil }
    queue.apply(edit)
    queue.revision += 1
    return queue[id]
  }
}
