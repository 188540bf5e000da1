import ReactiveRelays

/// The place of one loader in a queue; all its loads have one priority.
package final class QueuePlace: Sendable {
  private struct Stand {
    var priority: LoadPriority
    /// The tickets of the loader, in the order of entry.
    var tickets: [UInt] = []
  }

  private let queue: LoadQueue
  private let stand: Lock<Stand>

  package init(in queue: LoadQueue, at priority: LoadPriority) {
    self.queue = queue
    stand = Lock(Stand(priority: priority))
  }

  var priority: LoadPriority { stand.withLock { $0.priority } }

  /// Changes the priority of its waiting and later loads.
  package func move(to priority: LoadPriority) {
    stand.withLock { stand in
      stand.priority = priority
      queue.move(stand.tickets, to: priority)
    }
  }

  /// Runs `body` when the queue starts it; not at all if the task is cancelled before.
  ///
  /// If the load need not wait, nothing suspends before `body`. The argument says whether it
  /// waited.
  func run(_ body: @Sendable (_ hasWaited: Bool) async -> Void) async {
    let (ticket, turn) = enter()
    await withTaskCancellationHandler {
      if let turn { await turn.answerInAnyCase }
      if !Task.isCancelled { await body(turn != nil) }
    } onCancel: {
      leave(ticket)
    }
    leave(ticket)
  }

  // Lock order: this lock first, then the lock of the queue; never the reverse.
  private func enter() -> (ticket: UInt, turn: Promise<Void>?) {
    stand.withLock { stand in
      let entry = queue.enter(at: stand.priority)
      stand.tickets.append(entry.ticket)
      return entry
    }
  }

  private func leave(_ ticket: UInt) {
    stand.withLock { $0.tickets.removeAll { $0 == ticket } }
    queue.leave(ticket)
  }
}
