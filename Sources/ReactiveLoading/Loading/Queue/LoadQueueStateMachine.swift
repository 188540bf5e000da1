import DequeModule

/// The pure state machine of a ``LoadQueue``: the running and waiting tickets, and the next one.
///
/// Every ticket is used once. A waiting ticket that leaves or moves leaves a stale slot behind,
/// which is skipped later. The number of stale slots stays within that of the others, plus 16.
struct LoadQueueStateMachine: Sendable {
  typealias Ticket = UInt

  /// A slot in a line; valid while its stamp equals the stamp of its ticket.
  private struct Place {
    let ticket: Ticket
    let stamp: UInt

    func isTaken(in waits: [Ticket: Waiting]) -> Bool { waits[ticket]?.stamp == stamp }
  }

  private struct Waiting {
    var priority: LoadPriority
    var stamp: UInt
  }

  private(set) var limit: Int
  private let order: LoadQueue.Order
  private var atWork: Set<Ticket> = []
  private var lines = LoadPriority.allCases.map { _ in Deque<Place>() }
  private var waits: [Ticket: Waiting] = [:]
  private var places = 0
  private var lastStamp: UInt = 0

  init(limit: Int, order: LoadQueue.Order) {
    self.limit = limit
    self.order = order
  }

  var working: Int { atWork.count }
  var waiting: Int { waits.count }

  /// Enters a ticket; returns whether it runs immediately.
  mutating func enter(_ ticket: Ticket, at priority: LoadPriority) -> Bool {
    if atWork.count < limit {
      atWork.insert(ticket)
      return true
    }
    stand(ticket, in: priority) { line, place in line.append(place) }
    return false
  }

  /// Removes a ticket; returns the ticket that runs next, if any.
  mutating func leave(_ ticket: Ticket) -> Ticket? {
    if waits.removeValue(forKey: ticket) != nil {
      sweep()
      return nil
    }
    guard atWork.remove(ticket) != nil else { return nil }
    return beginNext()
  }

  /// Changes the limit; returns the tickets that start, in order.
  ///
  /// Running tickets continue, even if there are more of them than the new limit.
  mutating func limit(to limit: Int) -> [Ticket] {
    self.limit = limit
    var begun: [Ticket] = []
    while let next = beginNext() { begun.append(next) }
    return begun
  }

  /// Starts the next ticket, unless as many as the limit run.
  private mutating func beginNext() -> Ticket? {
    guard atWork.count < limit, let next = popNext() else { return nil }
    atWork.insert(next)
    return next
  }

  /// Changes the priority of a waiting ticket; does nothing for a running one.
  mutating func move(_ ticket: Ticket, to priority: LoadPriority) {
    guard let before = waits[ticket]?.priority, before != priority else { return }
    stand(ticket, in: priority) { line, place in
      if before < priority { line.append(place) } else { line.prepend(place) }
    }
    sweep()
  }
}

// MARK: Lines

extension LoadQueueStateMachine {
  private mutating func stand(
    _ ticket: Ticket,
    in priority: LoadPriority,
    _ put: (inout Deque<Place>, Place) -> Void
  ) {
    lastStamp += 1
    waits[ticket] = Waiting(priority: priority, stamp: lastStamp)
    put(&lines[priority.rawValue], Place(ticket: ticket, stamp: lastStamp))
    places += 1
  }

  private mutating func popNext() -> Ticket? {
    for index in lines.indices.reversed() {
      while let place = lines[index].pop(order) {
        places -= 1
        guard place.isTaken(in: waits) else { continue }
        waits[place.ticket] = nil
        return place.ticket
      }
    }
    return nil
  }

  /// Removes stale slots when they outnumber the others.
  private mutating func sweep() {
    guard places > 2 * waits.count + 16 else { return }
    for index in lines.indices { lines[index].removeAll { [waits] in !$0.isTaken(in: waits) } }
    places = waits.count
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
