import ReactiveRelays

/// The steps of the attempts of one loader before their work: the read of a record, and the turn in
/// a queue.
///
/// Each step is optional. All loads of the loader have one priority in the queue.
package final class AttemptStart: Sendable {
  /// Reads the record of the request of an attempt, and sends its value to the owner of the load.
  ///
  /// It returns immediately for an attempt that needs no record.
  package typealias Read = @Sendable (AnyBox, UInt, RunningLoad) async -> Void

  private struct State {
    var priority: LoadPriority
    /// The tickets of the loader in the queue, in the order of entry.
    var tickets: [UInt] = []
  }

  let read: Read?
  private let queue: LoadQueue?
  private let state: Lock<State>

  package init(in queue: LoadQueue?, at priority: LoadPriority, after read: Read? = nil) {
    self.queue = queue
    self.read = read
    state = Lock(State(priority: priority))
  }

  /// Changes the priority of its waiting and later loads.
  package func move(to priority: LoadPriority) {
    state.withLock { state in
      state.priority = priority
      queue?.move(state.tickets, to: priority)
    }
  }

  /// Runs `body` when the queue starts it; not at all if the task is cancelled before.
  ///
  /// If the load need not wait, nothing suspends before `body`. The argument says whether it
  /// waited.
  func runInTurn(_ body: @Sendable (_ hasWaited: Bool) async -> Void) async {
    guard let queue else { return await body(false) }
    let (ticket, waiter) = enter(queue)
    await withTaskCancellationHandler {
      if let waiter { await waiter.valueIgnoringCancellation }
      if !Task.isCancelled { await body(waiter != nil) }
    } onCancel: {
      leave(queue, ticket)
    }
    leave(queue, ticket)
  }

  // Lock order: this lock first, then the lock of the queue; never the reverse.
  private func enter(_ queue: LoadQueue) -> (ticket: UInt, waiter: Promise<Void>?) {
    state.withLock { state in
      let entry = queue.enter(at: state.priority)
      state.tickets.append(entry.ticket)
      return entry
    }
  }

  private func leave(_ queue: LoadQueue, _ ticket: UInt) {
    state.withLock { $0.tickets.removeAll { $0 == ticket } }
    queue.leave(ticket)
  }
}

extension LoadPolicy {
  /// The start of the attempts of a loader; `nil` if they call their work immediately.
  package var attemptStart: AttemptStart? { queue.map { AttemptStart(in: $0, at: priority) } }

  /// Returns the start of the attempts of a loader that shows its record first.
  package func attemptStart(after read: @escaping AttemptStart.Read) -> AttemptStart {
    AttemptStart(in: queue, at: priority, after: read)
  }
}
