import DequeModule

/// The pure heart of a ``LoadQueue``: who works, who waits, and who is next.
///
/// Every ticket is given once. A waiting ticket that has left or moved leaves its place in a line
/// behind, which is passed over; the places left behind are never more than those that are taken.
struct LoadQueueStateMachine: Sendable {
  typealias Ticket = UInt

  /// A place in a line; it counts for as long as the ticket's own stamp is the same.
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

  /// Returns whether it is the ticket's turn at once.
  mutating func enter(_ ticket: Ticket, at priority: LoadPriority) -> Bool {
    if atWork.count < limit {
      atWork.insert(ticket)
      return true
    }
    stand(ticket, in: priority) { line, place in line.append(place) }
    return false
  }

  /// Returns the ticket whose turn it is in its place.
  mutating func leave(_ ticket: Ticket) -> Ticket? {
    if waits.removeValue(forKey: ticket) != nil {
      sweep()
      return nil
    }
    guard atWork.remove(ticket) != nil else { return nil }
    return beginNext()
  }

  /// Changes the limit; returns the tickets whose turn it is by that, in their order.
  ///
  /// Those at work keep their turn, also when they are more than the limit now.
  mutating func limit(to limit: Int) -> [Ticket] {
    self.limit = limit
    var begun: [Ticket] = []
    while let next = beginNext() { begun.append(next) }
    return begun
  }

  /// Returns the next ticket whose turn it is, unless as many work as may.
  private mutating func beginNext() -> Ticket? {
    guard atWork.count < limit, let next = popNext() else { return nil }
    atWork.insert(next)
    return next
  }

  /// A ticket that does not wait has nothing to gain from another priority.
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

  /// Clears the places left behind away when there are more of them than of the others.
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
