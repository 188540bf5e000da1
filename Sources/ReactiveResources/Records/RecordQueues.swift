/// The order of the operations on the records of one store.
///
/// The operations of a key run one after the other. A write replaces the write that waits; a
/// removal replaces both. A read waits for the operations before it, and is a miss while its record
/// is removed.
///
/// The removal of all records replaces every change that waits, and starts when no change uses the
/// store. Until it has ended, each read is a miss, and each change waits.
///
/// Only keys with an operation are in memory, and those whose record could not be removed.
struct RecordQueues: Hashable {
  typealias Ticket = UInt

  /// A write or a removal of one record.
  struct Change: Hashable {
    let ticket: Ticket
    let isRemoval: Bool
    /// The ticket of the first change of those that this one has replaced, or its own.
    let first: Ticket
  }

  enum Running: Hashable {
    /// A read, which is a miss if its record was removed since its start.
    case reading(Ticket, isRemoved: Bool)
    /// A write whose value is being encoded: a removal drops it and does not wait.
    case encoding(Change)
    /// A write or a removal that uses the store.
    case storing(Change)
  }

  struct Queue: Hashable {
    var running: Running?
    /// The reads that wait for the running operation only.
    var early: [Ticket] = []
    /// The removal that waits.
    var removal: Change?
    /// The write that waits, for the removal too.
    var write: Change?
    /// The reads that wait for that write.
    var late: [Ticket] = []
  }

  /// A call that waits for the changes before it.
  struct Finish: Hashable {
    let ticket: Ticket
    /// The number of changes before it that have not ended, without those before an earlier call.
    var count: Int
  }

  /// The start of a read.
  enum Start: Hashable {
    case miss
    case turn(Ticket)
    case wait(Ticket)
  }

  /// The end of a change.
  enum Outcome: Hashable, CaseIterable {
    case saved, removed
    /// The write failed: the old record is unchanged.
    case unchanged
    /// The removal failed: the record must not be read any more.
    case notRemoved
  }

  /// The work that a decision starts, resumes or drops.
  struct Wakes: Hashable {
    /// The reads that have their turn.
    var turns: [Ticket] = []
    /// The reads that end as a miss.
    var misses: [Ticket] = []
    /// The changes that were replaced, and never run.
    var dropped: [Ticket] = []
    /// The keys that have a change to perform.
    var keys: [String] = []
    /// The removal of all records that starts.
    var removal: Ticket?
    /// The calls of ``finish()`` that end.
    var finished: [Ticket] = []
  }

  private static let unremovedLimit = 10_000

  var queues: [String: Queue] = [:]
  private var lastTicket: Ticket = 0
  /// The number of changes that use the store.
  private(set) var storingCount = 0
  var runningRemoval: Ticket?
  var waitingRemoval: Ticket?
  /// The calls of ``finish()`` that wait, in order: an earlier one ends first.
  var finishes: [Finish] = []
  /// The number of changes after the last of these calls that have not ended.
  ///
  /// A change that replaces another one counts as the first that it has replaced.
  var recentCount = 0
  /// The keys whose records could not be removed: misses until they are replaced.
  var unremoved: Set<String> = []
  /// True after a removal of all records that failed.
  var missesAll = false

  /// The number of keys with an operation.
  var activeCount: Int { queues.count }

  var isRemovingAll: Bool { runningRemoval != nil || waitingRemoval != nil }

  /// True if a removal of the record has failed, and no write has replaced it.
  private func isUnremoved(_ key: String) -> Bool { missesAll || unremoved.contains(key) }

  mutating func newTicket() -> Ticket {
    lastTicket += 1
    return lastTicket
  }
}

// MARK: Reads

extension RecordQueues {
  /// Adds a read.
  mutating func read(_ key: String) -> Start {
    if isRemovingAll { return .miss }
    if isUnremoved(key), queues[key] == nil { return .miss }
    let ticket = newTicket()
    // NB: In place, because each look-up hashes the key.
    return queues[key, default: Queue()].read(ticket, missesAll)
  }

  /// Ends a read; returns false if its record was removed since its start.
  mutating func endRead(_ ticket: Ticket, of key: String, _ wakes: inout Wakes) -> Bool {
    guard case .reading(ticket, let isRemoved) = queues[key]?.running else {
      preconditionFailure("The read \(ticket) of a record ended, but does not run.")
    }
    endRunning(of: key, &wakes)
    return !isRemoved
  }

  /// Ends a read that was cancelled: it waits, has its turn by now, or was a miss.
  mutating func leave(_ ticket: Ticket, of key: String, _ wakes: inout Wakes) {
    if case .reading(ticket, _) = queues[key]?.running { return endRunning(of: key, &wakes) }
    queues[key]?.early.removeAll { $0 == ticket }
    queues[key]?.late.removeAll { $0 == ticket }
  }
}

// MARK: Changes

extension RecordQueues {
  /// Adds a change, which waits until ``next(of:)`` returns it.
  mutating func add(_ key: String, isRemoval: Bool, _ wakes: inout Wakes) -> Ticket {
    let ticket = newTicket()
    var queue = queues[key] ?? Queue()
    let replaced = isRemoval ? queue.removal ?? queue.write : queue.write
    let change = Change(ticket: ticket, isRemoval: isRemoval, first: replaced?.first ?? ticket)
    if replaced == nil { recentCount += 1 }
    if isRemoval {
      retire(queue.dropOlder(&wakes).filter { $0 != change.first }, &wakes)
      queue.removal = change
    } else {
      if let replaced { wakes.dropped.append(replaced.ticket) }
      queue.write = change
    }
    queues[key] = queue
    return ticket
  }

  /// Starts the change of a key; `nil` if none waits, or another operation must end before.
  mutating func next(of key: String) -> Change? {
    guard !isRemovingAll, var queue = queues[key], queue.running == nil else { return nil }
    if let removal = queue.removal {
      queue.removal = nil
      queue.running = .storing(removal)
      storingCount += 1
    } else if let write = queue.write {
      queue.write = nil
      queue.running = .encoding(write)
      // No read waits for an operation that has ended.
      (queue.early, queue.late) = (queue.late, [])
    }
    queues[key] = queue
    return queue.runningChange
  }

  /// Starts the part of a write that uses the store; returns false if a removal has dropped it.
  mutating func startStoring(_ ticket: Ticket, of key: String) -> Bool {
    guard case .encoding(let change) = queues[key]?.running, change.ticket == ticket else {
      return false
    }
    queues[key]?.running = .storing(change)
    storingCount += 1
    return true
  }

  /// Ends a change that uses the store.
  mutating func end(
    _ ticket: Ticket,
    of key: String,
    _ outcome: Outcome,
    _ wakes: inout Wakes
  ) {
    guard case .storing(let change) = queues[key]?.running, change.ticket == ticket else {
      preconditionFailure("The change \(ticket) of a record ended, but does not use the store.")
    }
    storingCount -= 1
    retire([change.first], &wakes)
    switch outcome {
    case .saved, .removed: unremoved.remove(key)
    case .unchanged: break
    case .notRemoved:
      unremoved.insert(key)
      if unremoved.count > Self.unremovedLimit { (unremoved, missesAll) = ([], true) }
    }
    endRunning(of: key, &wakes)
    startRemoval(&wakes)
  }

  /// Continues with the next read of a key, or with its change.
  private mutating func endRunning(of key: String, _ wakes: inout Wakes) {
    guard var queue = queues[key] else { return }
    queue.running = nil
    if isUnremoved(key) {
      wakes.misses += queue.early
      queue.early = []
    }
    if !queue.early.isEmpty {
      let read = queue.early.removeFirst()
      queue.running = .reading(read, isRemoved: false)
      wakes.turns.append(read)
    } else if !queue.isIdle, !isRemovingAll {
      wakes.keys.append(key)
    }
    queues[key] = queue.isIdle ? nil : queue
  }
}

extension RecordQueues.Queue {
  /// Adds a read, which has its turn if no operation runs or waits.
  fileprivate mutating func read(
    _ ticket: RecordQueues.Ticket,
    _ missesAll: Bool
  ) -> RecordQueues.Start {
    if isIdle {
      running = .reading(ticket, isRemoved: false)
      return .turn(ticket)
    }
    if isRemoving || missesAll { return .miss }
    if write == nil { early.append(ticket) } else { late.append(ticket) }
    return .wait(ticket)
  }

  var isIdle: Bool { running == nil && removal == nil && write == nil }

  /// True if no write is between the removal of the record and the next read.
  var isRemoving: Bool {
    if write != nil { return false }
    return removal != nil || runningChange?.isRemoval == true
  }

  var runningChange: RecordQueues.Change? {
    switch running {
    case .encoding(let change), .storing(let change): change
    case .reading, nil: nil
    }
  }

  /// The first change that has not ended, or was replaced by one that has not.
  var first: RecordQueues.Ticket? { (runningChange ?? removal ?? write)?.first }

  /// Ends what is older than a removal, as far as it does not use the store.
  ///
  /// Returns the first tickets of the changes that have ended.
  mutating func dropOlder(_ wakes: inout RecordQueues.Wakes) -> [RecordQueues.Ticket] {
    var ended = [removal, write].compactMap { $0?.first }
    wakes.misses += early + late
    for change in [removal, write] {
      if let change { wakes.dropped.append(change.ticket) }
    }
    (early, late, removal, write) = ([], [], nil, nil)
    switch running {
    case .reading(let ticket, _): running = .reading(ticket, isRemoved: true)
    case .encoding(let change):
      running = nil
      ended.append(change.first)
    case .storing, nil: break
    }
    return ended
  }
}
