import DequeModule

/// The pure state machine of a ``LoadQueue``: the running and waiting tickets, and the next one.
///
/// Every ticket is used once. A waiting ticket that leaves or moves leaves a stale slot behind,
/// which is skipped later. The number of stale slots stays within that of the others, plus 16.
struct LoadQueueStateMachine: Sendable {
  typealias Ticket = UInt

  /// A slot in a queue; valid while its stamp equals the stamp of its ticket.
  private typealias Slot = (ticket: Ticket, stamp: UInt)

  private(set) var limit: Int
  private let order: LoadQueue.Order
  private var running: Set<Ticket> = []
  private var queues = LoadPriority.allCases.map { _ in Deque<Slot>() }
  private var waits: [Ticket: (priority: LoadPriority, stamp: UInt)] = [:]
  private var slotCount = 0
  private var lastStamp: UInt = 0

  init(limit: Int, order: LoadQueue.Order) {
    self.limit = limit
    self.order = order
  }

  var runningCount: Int { running.count }
  var waitingCount: Int { waits.count }

  /// Enters a ticket; returns whether it runs immediately.
  mutating func enter(_ ticket: Ticket, at priority: LoadPriority) -> Bool {
    if running.count < limit {
      running.insert(ticket)
      return true
    }
    insert(ticket, in: priority) { queue, slot in queue.append(slot) }
    return false
  }

  /// Removes a ticket; returns the ticket that runs next, if any.
  mutating func leave(_ ticket: Ticket) -> Ticket? {
    if waits.removeValue(forKey: ticket) != nil {
      removeStaleSlots()
      return nil
    }
    guard running.remove(ticket) != nil else { return nil }
    return startNext()
  }

  /// Changes the limit; returns the tickets that start, in order.
  ///
  /// Running tickets continue, even if there are more of them than the new limit.
  mutating func limit(to limit: Int) -> [Ticket] {
    self.limit = limit
    var started: [Ticket] = []
    while let next = startNext() { started.append(next) }
    return started
  }

  /// Starts the next ticket, unless as many as the limit run.
  private mutating func startNext() -> Ticket? {
    guard running.count < limit, let next = popNext() else { return nil }
    running.insert(next)
    return next
  }

  /// Changes the priority of a waiting ticket; does nothing for a running one.
  mutating func move(_ ticket: Ticket, to priority: LoadPriority) {
    guard let before = waits[ticket]?.priority, before != priority else { return }
    insert(ticket, in: priority) { queue, slot in
      if before < priority { queue.append(slot) } else { queue.prepend(slot) }
    }
    removeStaleSlots()
  }
}

// MARK: Queues

extension LoadQueueStateMachine {
  private mutating func insert(
    _ ticket: Ticket,
    in priority: LoadPriority,
    _ put: (inout Deque<Slot>, Slot) -> Void
  ) {
    lastStamp += 1
    waits[ticket] = (priority, lastStamp)
    put(&queues[priority.rawValue], (ticket, lastStamp))
    slotCount += 1
  }

  private mutating func popNext() -> Ticket? {
    for index in queues.indices.reversed() {
      while let slot = queues[index].pop(order) {
        slotCount -= 1
        guard waits[slot.ticket]?.stamp == slot.stamp else { continue }
        waits[slot.ticket] = nil
        return slot.ticket
      }
    }
    return nil
  }

  /// Removes stale slots when they outnumber the others.
  private mutating func removeStaleSlots() {
    guard slotCount > 2 * waits.count + 16 else { return }
    for index in queues.indices {
      queues[index] = queues[index].filter { waits[$0.ticket]?.stamp == $0.stamp }
    }
    slotCount = waits.count
  }
}

extension Deque {
  fileprivate mutating func pop(_ order: LoadQueue.Order) -> Element? {
    switch order {
    case .oldestFirst: popFirst()
    case .newestFirst: popLast()
    }
  }
}
