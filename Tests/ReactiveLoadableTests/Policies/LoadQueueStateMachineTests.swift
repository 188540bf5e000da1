import ReactiveLoadable
import Testing

@testable import ReactiveLoading

/// Running and waiting tickets and the next one, compared with a queue of arrays.
@Suite struct `The state machine of a queue (C2)` {
  @Test(arguments: 0..<40)
  func `after any events the next ticket is that of a reference queue of arrays`(seed: Int) {
    var random = SeededGenerator(UInt64(seed))
    let order: LoadQueue.Order = seed % 2 == 0 ? .oldestFirst : .newestFirst
    var machine = LoadQueueStateMachine(limit: seed % 3 + 1, order: order)
    var arrays = QueueOfArrays(limit: seed % 3 + 1, order: order)
    for ticket in 1...UInt(300) {
      let other = UInt.random(in: 1...ticket, using: &random)
      let priority = LoadPriority.allCases.randomElement(using: &random) ?? .normal
      let (enters, expected) = (machine.enter(ticket, at: priority), arrays.enter(ticket, priority))
      #expect(enters == expected)
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        let next = UInt.random(in: (ticket > 30 ? ticket - 30 : 1)...ticket, using: &random)
        let (left, expected) = (machine.leave(next), arrays.leave(next))
        #expect(left == expected)
        machine.move(other, to: priority)
        arrays.move(other, priority)
      }
      if ticket % 20 == 0 {
        let limit = Int.random(in: 1...6, using: &random)
        let (started, expected) = (machine.limit(to: limit), arrays.limit(to: limit))
        #expect(started == expected)
      }
      #expect(machine.runningCount == arrays.running.count)
      #expect(machine.waitingCount == arrays.lines.map(\.count).reduce(0, +))
    }
    while let ticket = arrays.running.first {
      let (left, expected) = (machine.leave(ticket), arrays.leave(ticket))
      #expect(left == expected)
    }
    #expect(machine.runningCount == 0)
    #expect(machine.waitingCount == 0)
  }

  @Test func `moving a ticket often uses no memory, and removed tickets are skipped`() {
    var machine = LoadQueueStateMachine(limit: 1, order: .oldestFirst)
    _ = machine.enter(1, at: .normal)
    for ticket in 2...UInt(4) { _ = machine.enter(ticket, at: .normal) }
    for round in 0..<100_000 { machine.move(3, to: round % 2 == 0 ? .high : .low) }
    for (ticket, next) in [(2, nil), (1, 4), (4, 3), (3, nil), (3, nil)] as [(UInt, UInt?)] {
      let left = machine.leave(ticket)
      #expect(left == next)
    }
    #expect(machine.waitingCount == 0)
    #expect(machine.runningCount == 0)
  }
}

private struct QueueOfArrays {
  private(set) var limit: Int
  let order: LoadQueue.Order
  var running: [UInt] = []
  var lines = LoadPriority.allCases.map { _ in [UInt]() }

  init(limit: Int, order: LoadQueue.Order) {
    self.limit = limit
    self.order = order
  }

  mutating func enter(_ ticket: UInt, _ priority: LoadPriority) -> Bool {
    if running.count < limit {
      running.append(ticket)
      return true
    }
    lines[priority.rawValue].append(ticket)
    return false
  }

  mutating func leave(_ ticket: UInt) -> UInt? {
    for line in lines.indices { lines[line].removeAll { $0 == ticket } }
    guard let index = running.firstIndex(of: ticket) else { return nil }
    running.remove(at: index)
    return running.count < limit ? startNext() : nil
  }

  mutating func limit(to limit: Int) -> [UInt] {
    self.limit = limit
    var started: [UInt] = []
    while running.count < limit, let next = startNext() { started.append(next) }
    return started
  }

  private mutating func startNext() -> UInt? {
    guard let line = lines.lastIndex(where: { !$0.isEmpty }) else { return nil }
    let next = order == .oldestFirst ? lines[line].removeFirst() : lines[line].removeLast()
    running.append(next)
    return next
  }

  mutating func move(_ ticket: UInt, _ priority: LoadPriority) {
    guard let before = lines.firstIndex(where: { $0.contains(ticket) }) else { return }
    guard before != priority.rawValue else { return }
    lines[before].removeAll { $0 == ticket }
    let isRaised = before < priority.rawValue
    lines[priority.rawValue].insert(ticket, at: isRaised ? lines[priority.rawValue].count : 0)
  }
}
