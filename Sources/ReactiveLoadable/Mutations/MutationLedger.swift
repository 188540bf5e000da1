/// The writes of a machine by number: waiting, running and ended.
///
/// It keeps counts instead of searching, so a long queue costs only its copies.
struct MutationLedger<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
  typealias ID = UInt
  typealias Record = MutationRecord<Input, Output, Failure>

  /// The waiting, running, stopping and ended writes, in the order of their numbers.
  private(set) var records: [Record] = [] { didSet { version += 1 } }
  /// The number of changes of the records, because inputs and outputs need not be `Equatable`.
  private(set) var version: UInt = 0
  private(set) var openCount = 0
  /// The number of writes whose work has started and not returned, including forgotten ones.
  private(set) var workCount = 0
  private var lastID: ID = 0
  /// The last started write; writes start in the order of their numbers.
  private var lastBegun: ID = 0
  /// The ended writes, in the order of their ends.
  private var ended: [ID] = []
  /// The writes that were removed from the records before their work returned.
  private var forgotten: Set<ID> = []
  private let limit: Int

  /// - Parameter limit: The largest number of ended writes to keep; less than zero counts as zero.
  init(limit: Int) { self.limit = max(limit, 0) }

  subscript(id: ID) -> Record? { index(of: id).map { records[$0] } }

  /// Returns whether the work of a write has started and not returned.
  func isAtWork(_ id: ID) -> Bool { forgotten.contains(id) || self[id]?.isAtWork == true }

  /// The retry number of the write in flight; 0 if there are several.
  var attempt: Int {
    guard openCount == 1, case .running(let attempt) = records.last(where: \.isOpen)?.state else {
      return 0
    }
    return attempt
  }

  /// The write that has waited longest.
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

  /// Changes the state of a write and updates the counts; the only place that does so.
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

  /// Removes all records; none of them may be open.
  mutating func forgetAll() {
    forgotten.formUnion(records.filter(\.isAtWork).map(\.id))
    ended = []
    if !records.isEmpty { records = [] }
  }

  /// Removes a forgotten write whose work has returned; returns false if it is not forgotten.
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
