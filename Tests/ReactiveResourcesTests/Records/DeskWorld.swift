@testable import ReactiveResources

/// A store, its ``RecordQueues``, and all calls in flight: the laws of their order are checked with
/// each event.
///
/// A write has the number of its call as its version.
struct DeskWorld: Hashable {
  typealias Ticket = RecordQueues.Ticket

  enum Event: Hashable {
    case read(String), write(String), remove(String), removeAll, finish
    /// A task requests the change of a key.
    case ask(String)
    case encoded(Ticket)
    case ended(Ticket, succeeds: Bool)
    case readEnded(Ticket)
    case cancelled(Ticket)
    case allRemoved(succeeds: Bool)

    var isCall: Bool {
      switch self {
      case .read, .write, .remove, .removeAll, .finish: true
      case .ask, .encoded, .ended, .readEnded, .cancelled, .allRemoved: false
      }
    }
  }

  private struct Change: Hashable {
    let key: String
    let version: Int
    let isRemoval: Bool
    /// The call of the first change that this one has replaced.
    var since: Int
    var phase = Phase.waits
  }

  private enum Phase { case waits, encodes, stores }

  private struct Read: Hashable {
    let key: String
    let call: Int
    var runs: Bool
  }

  private var queues = RecordQueues()
  private var calls = 0
  private var store: [String: Int] = [:]
  private var changes: [Ticket: Change] = [:]
  private var asking: Set<String> = []
  private var reads: [Ticket: Read] = [:]
  private var finishes: [Ticket: Int] = [:]
  /// The removals of all records that have not ended, by the call of the first that joined.
  private var removals: [Ticket: Int] = [:]
  private var removing: Ticket?
  /// The last call that removes a key.
  private var removed: [String: Int] = [:]
  /// The keys of a removal that has not succeeded, and was followed by no written value.
  private var unremoved: Set<String> = []
  private var missesAll = false
  /// The last change of a key that has ended well.
  private var last: [String: Int] = [:]

  static let keys = ["a", "b"]

  /// The laws that the last event has broken.
  private(set) var faults: [String] = []

  /// The events that can happen now, apart from calls.
  var possible: [Event] {
    asking.sorted().map(Event.ask)
      + changes.keys.sorted().flatMap { ticket -> [Event] in
        switch changes[ticket]?.phase {
        case .encodes: [.encoded(ticket)]
        case .stores: [.ended(ticket, succeeds: true), .ended(ticket, succeeds: false)]
        case .waits, nil: []
        }
      }
      + reads.keys.sorted().flatMap { ticket in
        (reads[ticket]?.runs == true ? [.readEnded(ticket)] : []) + [Event.cancelled(ticket)]
      }
      + (removing == nil ? [] : [.allRemoved(succeeds: true), .allRemoved(succeeds: false)])
  }

  mutating func receive(_ event: Event) {
    var wakes = RecordQueues.Wakes()
    if event.isCall { calls += 1 }
    switch event {
    case .read(let key): read(key)
    case .write(let key): add(key, isRemoval: false, &wakes)
    case .remove(let key): add(key, isRemoval: true, &wakes)
    case .removeAll: removeAll(&wakes)
    case .finish: finish()
    case .ask(let key): ask(key)
    case .encoded(let ticket): encoded(ticket)
    case .ended(let ticket, let succeeds): end(ticket, succeeds, &wakes)
    case .readEnded(let ticket): endRead(ticket, &wakes)
    case .cancelled(let ticket):
      guard let read = reads.removeValue(forKey: ticket) else { return }
      queues.leave(ticket, of: read.key, &wakes)
    case .allRemoved(let succeeds): endRemoval(succeeds, &wakes)
    }
    follow(wakes)
    checkRunning()
    if possible.isEmpty { checkRest() }
  }

  // MARK: Calls

  private mutating func read(_ key: String) {
    switch queues.read(key) {
    case .miss: expect(isMissing(key), "a read of \(key) is a miss")
    case .turn(let ticket): reads[ticket] = Read(key: key, call: calls, runs: true)
    case .wait(let ticket): reads[ticket] = Read(key: key, call: calls, runs: false)
    }
  }

  /// True if a removal is in progress, or has failed, and no write follows it.
  private func isMissing(_ key: String) -> Bool {
    if missesAll || unremoved.contains(key) || !removals.isEmpty { return true }
    let own = changes.values.filter { $0.key == key }
    return own.contains(where: \.isRemoval)
  }

  private mutating func add(_ key: String, isRemoval: Bool, _ wakes: inout RecordQueues.Wakes) {
    let ticket = queues.add(key, isRemoval: isRemoval, &wakes)
    var change = Change(key: key, version: calls, isRemoval: isRemoval, since: calls)
    for dropped in wakes.dropped { change.since = min(change.since, changes[dropped]?.since ?? 0) }
    changes[ticket] = change
    asking.insert(key)
    if isRemoval { removed[key] = calls }
  }

  private mutating func removeAll(_ wakes: inout RecordQueues.Wakes) {
    let ticket = queues.removeAll(&wakes)
    if removals[ticket] == nil { removals[ticket] = calls }
    expect(removals.count <= 2, "removals of all join")
    for key in Self.keys { removed[key] = calls }
  }

  private mutating func finish() {
    if let ticket = queues.finish() { finishes[ticket] = calls } else { checkFinish(calls) }
  }

  // MARK: Ends

  private mutating func ask(_ key: String) {
    guard let next = queues.next(of: key) else {
      asking.remove(key)
      return
    }
    expect(changes[next.ticket]?.phase == .waits, "a change that waits starts")
    expect(removals.isEmpty, "no change starts while all records are removed")
    changes[next.ticket]?.phase = next.isRemoval ? .stores : .encodes
  }

  private mutating func encoded(_ ticket: Ticket) {
    guard let change = changes[ticket] else { return }
    if queues.startStoring(ticket, of: change.key) {
      changes[ticket]?.phase = .stores
      expect(change.version > removed[change.key] ?? 0, "a removed value is not written")
    } else {
      changes[ticket] = nil
      expect(change.version < removed[change.key] ?? 0, "a removal alone drops an encoded value")
    }
  }

  private mutating func end(_ ticket: Ticket, _ succeeds: Bool, _ wakes: inout RecordQueues.Wakes) {
    guard let change = changes.removeValue(forKey: ticket) else { return }
    if succeeds {
      store[change.key] = change.isRemoval ? nil : change.version
      last[change.key] = change.version
      unremoved.remove(change.key)
    } else if change.isRemoval {
      unremoved.insert(change.key)
    }
    let outcome: RecordQueues.Outcome =
      change.isRemoval ? (succeeds ? .removed : .notRemoved) : (succeeds ? .saved : .unchanged)
    queues.end(ticket, of: change.key, outcome, &wakes)
  }

  private mutating func endRead(_ ticket: Ticket, _ wakes: inout RecordQueues.Wakes) {
    guard let read = reads.removeValue(forKey: ticket) else { return }
    let (value, isRemoved) = (store[read.key], removed[read.key] ?? 0)
    let older = pending.filter { $0.key == read.key && $0.version < read.call }
    expect(older.isEmpty, "a read waits for the changes before it")
    if queues.endRead(ticket, of: read.key, &wakes) {
      expect(value ?? .max > isRemoved, "a removed record is not read")
    } else {
      expect(isRemoved > read.call, "a removal alone makes a running read a miss")
    }
  }

  private mutating func endRemoval(_ succeeds: Bool, _ wakes: inout RecordQueues.Wakes) {
    guard let ticket = removing else { return }
    let storing = changes.values.filter { $0.phase == .stores }
    expect(storing.isEmpty, "a removal of all uses the store alone")
    removing = nil
    removals[ticket] = nil
    if succeeds { (store, unremoved) = ([:], []) }
    missesAll = !succeeds
    queues.endRemoval(isDone: succeeds, &wakes)
  }

  // MARK: Decisions

  private mutating func follow(_ wakes: RecordQueues.Wakes) {
    for ticket in wakes.turns {
      expect(reads[ticket]?.runs == false, "a read that waits has its turn")
      reads[ticket]?.runs = true
    }
    for ticket in wakes.misses {
      guard let read = reads.removeValue(forKey: ticket) else { continue }
      let isRemoved = removed[read.key] ?? 0 > read.call || isMissing(read.key)
      expect(!read.runs && isRemoved, "only a removal ends the reads that wait")
    }
    for ticket in wakes.dropped {
      let dropped = changes.removeValue(forKey: ticket)
      expect(dropped?.phase == .waits, "a change that waits is dropped")
    }
    // A write in the phase of encoding is dropped when its task requests the store.
    asking.formUnion(wakes.keys)
    if let ticket = wakes.removal {
      expect(removing == nil && removals[ticket] != nil, "one removal of all runs")
      removing = ticket
    }
    for ticket in wakes.finished {
      if let call = finishes.removeValue(forKey: ticket) { checkFinish(call) }
    }
  }

  // MARK: Laws

  /// The changes without the writes that a removal has dropped while they encode.
  private var pending: [Change] {
    changes.values.filter { $0.phase != .encodes || $0.version > removed[$0.key] ?? 0 }
  }

  private mutating func expect(_ law: Bool, _ text: String) {
    if !law { faults.append("broken: \(text)") }
  }

  private mutating func checkRunning() {
    for key in Self.keys {
      let own = changes.values.filter { $0.key == key && $0.phase == .stores }
      let running = reads.values.filter { $0.key == key && $0.runs }
      expect(own.count + running.count <= 1, "one operation of \(key) uses the store")
    }
  }

  private mutating func checkFinish(_ call: Int) {
    let older = pending.filter { $0.since < call }
    expect(older.isEmpty, "the changes before a call of finish have ended")
    expect(removals.values.allSatisfy { $0 > call }, "the removals before it have ended")
  }

  private mutating func checkRest() {
    expect(queues.activeCount == 0, "keys without operations are not in memory")
    expect(changes.isEmpty && reads.isEmpty, "all operations end")
    expect(finishes.isEmpty && removals.isEmpty, "all calls end")
    for key in Self.keys {
      if let last = last[key], last > removed[key] ?? 0 {
        expect(store[key] == last, "the newest written value of \(key) is in the store")
      }
    }
  }
}
