/// Lets a limited number of loads work at once, the urgent ones first (contract C2).
///
/// One queue is shared by all loaders and caches that draw on the same thing, such as a host:
///
/// ```swift
/// let host = LoadQueue(limit: 4)
/// let posters = LoaderCache(policy: CachePolicy(loading: LoadPolicy(queue: host))) { … }
/// let details = Loader(policy: LoadPolicy(queue: host)) { … }
/// ```
///
/// A load that has to wait for its turn is loading all the same. Among loads of one priority the order
/// is that of the queue. A load that becomes more urgent counts as the last that came; one that becomes
/// less urgent counts as the first.
///
/// ```
/// limit of 1, in the order of coming: low a, low b, high c
/// a       -^--A
/// b       -^------B
/// c       --^---C
/// ```
///
/// The turn is over when the work returns, and at once when the load is cancelled or an attempt has
/// taken too long, also if the work is deaf to that: such work cannot stop the queue, so for a while
/// more than the limit may run. The limit of time of an attempt counts from its turn; that of a whole
/// load counts from its beginning.
///
/// Work that waits for another load of the same queue holds its turn meanwhile: if all who work do
/// so, nobody goes on. Let such loads have a queue of their own. For the same reason work must not
/// wait for the key that it loads.
public final class LoadQueue: Sendable {
  /// Which of the loads of one priority comes first.
  public enum Order: Sendable, Hashable {
    /// The one that has waited longest.
    case oldestFirst
    /// The one that came last, as for rows that fly by: the last ones are those that stay.
    case newestFirst
  }

  /// How many loads may work at once.
  public let limit: Int

  private let line: Lock<QueueLine>

  /// Creates a queue in which nothing waits.
  ///
  /// - Parameters:
  ///   - limit: How many loads may work at once, by default six, which is how many connections
  ///     URLSession opens to a host; less than one counts as one.
  ///   - order: Which of the loads of one priority comes first: the one that has waited longest.
  public init(limit: Int = 6, order: Order = .oldestFirst) {
    self.limit = max(limit, 1)
    line = Lock(QueueLine(limit: self.limit, order: order))
  }

  /// How many loads work now, and how many wait.
  public var count: (working: Int, waiting: Int) {
    line.withLock { ($0.machine.working, $0.machine.waiting) }
  }
}

/// What the lock of a queue guards.
struct QueueLine {
  var machine: LoadQueueStateMachine
  /// Those whose turn is still to come.
  var turns: [UInt: Promise<Void>] = [:]
  var lastTicket: UInt = 0

  init(limit: Int, order: LoadQueue.Order) {
    machine = LoadQueueStateMachine(limit: limit, order: order)
  }
}

extension LoadQueue {
  /// Comes in with a priority; returns a ticket, and what to wait for if it is not its turn yet.
  func enter(at priority: LoadPriority) -> (ticket: UInt, turn: Promise<Void>?) {
    line.withLock { line in
      line.lastTicket += 1
      let ticket = line.lastTicket
      if line.machine.enter(ticket, at: priority) { return (ticket, nil) }
      let turn = Promise<Void>()
      line.turns[ticket] = turn
      return (ticket, turn)
    }
  }

  /// Ends a turn or the wait for it; nothing happens the second time.
  func leave(_ ticket: UInt) {
    let (own, next) = line.withLock { line in
      let own = line.turns.removeValue(forKey: ticket)
      let next = line.machine.leave(ticket).flatMap { line.turns.removeValue(forKey: $0) }
      return (own, next)
    }
    own?.settle(())
    next?.settle(())
  }

  func move(_ tickets: some Sequence<UInt>, to priority: LoadPriority) {
    line.withLock { line in
      for ticket in tickets { line.machine.move(ticket, to: priority) }
    }
  }
}
