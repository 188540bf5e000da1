import ReactiveRelays

/// One loader as a client of a queue; all its loads have one priority.
package final class QueueClient: Sendable {
  private struct State {
    var priority: LoadPriority
    /// The tickets of the loader, in the order of entry.
    var tickets: [UInt] = []
  }

  private let queue: LoadQueue
  private let state: Lock<State>

  package init(in queue: LoadQueue, at priority: LoadPriority) {
    self.queue = queue
    state = Lock(State(priority: priority))
  }

  var priority: LoadPriority { state.withLock { $0.priority } }

  /// Changes the priority of its waiting and later loads.
  package func move(to priority: LoadPriority) {
    state.withLock { state in
      state.priority = priority
      queue.move(state.tickets, to: priority)
    }
  }

  /// Runs `body` when the queue starts it; not at all if the task is cancelled before.
  ///
  /// If the load need not wait, nothing suspends before `body`. The argument says whether it
  /// waited.
  func run(_ body: @Sendable (_ hasWaited: Bool) async -> Void) async {
    let (ticket, waiter) = enter()
    await withTaskCancellationHandler {
      if let waiter { await waiter.valueIgnoringCancellation }
      if !Task.isCancelled { await body(waiter != nil) }
    } onCancel: {
      leave(ticket)
    }
    leave(ticket)
  }

  // Lock order: this lock first, then the lock of the queue; never the reverse.
  private func enter() -> (ticket: UInt, waiter: Promise<Void>?) {
    state.withLock { state in
      let entry = queue.enter(at: state.priority)
      state.tickets.append(entry.ticket)
      return entry
    }
  }

  private func leave(_ ticket: UInt) {
    state.withLock { $0.tickets.removeAll { $0 == ticket } }
    queue.leave(ticket)
  }
}
