/// The place of one loader in a queue, whose loads are all as urgent as it is.
@usableFromInline
final class QueuePlace: Sendable {
  private struct Stand {
    var priority: LoadPriority
    /// In the order in which they came.
    var tickets: [UInt] = []
  }

  private let queue: LoadQueue
  private let stand: Lock<Stand>

  init(in queue: LoadQueue, at priority: LoadPriority) {
    self.queue = queue
    stand = Lock(Stand(priority: priority))
  }

  var priority: LoadPriority { stand.withLock { $0.priority } }

  /// Makes its loads more or less urgent, those that wait and those to come.
  func move(to priority: LoadPriority) {
    stand.withLock { stand in
      stand.priority = priority
      queue.move(stand.tickets, to: priority)
    }
  }

  /// Runs `body` when its turn has come; not at all if the task is cancelled before.
  ///
  /// If it may go at once, nothing suspends before it. The argument says whether it had to wait.
  @usableFromInline
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

  // The queue's lock is taken inside this one's, and never the other way round.
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
