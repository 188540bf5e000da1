/// The writes of a machine by number: which wait, which are at work, and which have ended.
///
/// It counts instead of searching, so that a long queue costs no more than its copies.
struct MutationLedger<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
  typealias ID = UInt
  typealias Record = MutationRecord<Input, Output, Failure>

  /// What waits, runs, stops and has ended, in the order of the numbers.
  private(set) var records: [Record] = [] { didSet { version += 1 } }
  /// How often the records have changed: what callers write cannot be compared.
  private(set) var version: UInt = 0
  private(set) var openCount = 0
  /// How many have begun and not returned, also of those that are forgotten.
  private(set) var workCount = 0
  private var lastID: ID = 0
  /// Writes begin in the order of their numbers.
  private var lastBegun: ID = 0
  /// Those that have ended, first the one that ended first.
  private var ended: [ID] = []
  /// Those that were taken out of the records before their work has returned.
  private var forgotten: Set<ID> = []
  private let limit: Int

  /// - Parameter limit: How many that have ended are kept; less than zero counts as zero.
  init(limit: Int) { self.limit = max(limit, 0) }

  subscript(id: ID) -> Record? { index(of: id).map { records[$0] } }

  /// Whether the work of a write has begun and not returned.
  func isAtWork(_ id: ID) -> Bool { forgotten.contains(id) || self[id]?.isAtWork == true }

  /// The attempt of the write under way; 0 when there are several.
  var attempt: Int {
    guard openCount == 1, case .running(let attempt) = records.last(where: \.isOpen)?.state else {
      return 0
    }
    return attempt
  }

  /// The one that has waited longest.
  var firstWaiting: Record? { records[place(of: lastBegun + 1)...].first(where: \.isWaiting) }

  mutating func add(_ input: Input) -> ID {
    lastID += 1
    records.append(Record(id: lastID, input: input, state: .waiting))
    openCount += 1
    return lastID
  }

  mutating func begin(_ id: ID) {
    lastBegun = id
    move(id, to: .running(attempt: 0))
  }

  /// Every change of a write is made here, where they are counted.
  mutating func move(_ id: ID, to state: Record.State) {
    guard let index = index(of: id) else { return }
    let old = records[index]
    records[index].state = state
    let new = records[index]
    openCount += (new.isOpen ? 1 : 0) - (old.isOpen ? 1 : 0)
    workCount += (new.isAtWork ? 1 : 0) - (old.isAtWork ? 1 : 0)
    if new.hasEnded { retire(id) }
  }

  private mutating func retire(_ id: ID) {
    ended.append(id)
    guard ended.count > limit else { return }
    records.remove(at: place(of: ended.removeFirst()))
  }

  /// Takes out all records, none of which is open.
  mutating func forgetAll() {
    forgotten.formUnion(records.filter(\.isAtWork).map(\.id))
    ended = []
    if !records.isEmpty { records = [] }
  }

  /// The work of a forgotten write has returned; false: it is not forgotten.
  mutating func takeForgotten(_ id: ID) -> Bool {
    guard forgotten.remove(id) != nil else { return false }
    workCount -= 1
    return true
  }

  private func index(of id: ID) -> Int? {
    let place = place(of: id)
    return place < records.count && records[place].id == id ? place : nil
  }

  /// The index of the first record with this number or a higher one.
  private func place(of id: ID) -> Int {
    var (low, high) = (0, records.count)
    while low < high {
      let middle = (low + high) / 2
      if records[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension MutationRecord {
  fileprivate var isWaiting: Bool {
    if case .waiting = state { true } else { false }
  }

  fileprivate var hasEnded: Bool {
    if case .ended = state { true } else { false }
  }

  fileprivate var isAtWork: Bool {
    switch state {
    case .running, .stopping: true
    case .waiting, .ended: false
    }
  }
}
