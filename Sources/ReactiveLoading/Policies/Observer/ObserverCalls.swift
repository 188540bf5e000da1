import ReactiveRelays

/// The threads that call observers.
///
/// An observer may cause events, of any loader. Their delivery on the same thread waits until the
/// observer has returned, so an observer that locks a mutex never waits for itself.
enum ObserverCalls {
  /// For each thread in a delivery, the queues that wait for its end.
  private static let waiting = Lock([UInt: [LoadEventQueue]]())

  /// Performs a delivery of a queue, then those that wait for it.
  ///
  /// Within the delivery of another queue, the queue waits for it instead.
  static func perform(_ queue: LoadEventQueue, _ deliver: (LoadEventQueue) -> Void) {
    let thread = ThreadIdentity.current
    guard start(queue, on: thread) else { return }
    var next: LoadEventQueue? = queue
    while let queue = next {
      deliver(queue)
      next = waiting.withLock { $0.takeFirst(of: thread) }
    }
  }

  private static func start(_ queue: LoadEventQueue, on thread: UInt) -> Bool {
    waiting.withLock { waiting in
      guard waiting[thread] == nil else {
        waiting[thread]?.append(queue)
        return false
      }
      waiting[thread] = []
      return true
    }
  }
}

extension [UInt: [LoadEventQueue]] {
  /// Removes and returns the first queue of a thread; without any, removes the thread.
  fileprivate mutating func takeFirst(of thread: UInt) -> LoadEventQueue? {
    guard let queues = self[thread], let first = queues.first else {
      self[thread] = nil
      return nil
    }
    self[thread] = Array(queues.dropFirst())
    return first
  }
}
