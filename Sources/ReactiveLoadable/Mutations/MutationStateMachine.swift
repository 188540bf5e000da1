/// The pure heart of a ``Mutation``: one event in, the actions out, by contract M1 to M10.
///
/// It knows no lock, task or clock. Every write has a number, by which its work reports its end once;
/// what was cancelled, replaced or forgotten before that end gets nothing more from it.
struct MutationStateMachine<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
  typealias ID = UInt
  typealias Record = MutationRecord<Input, Output, Failure>
  typealias Outcome = LoadOutcome<Output, Failure>

  enum Event: Sendable {
    case run(Input)
    /// A handle cancels the write that it stands for.
    case cancelRun(ID)
    case cancel
    case reset
    /// The work has returned.
    case succeeded(ID, Output)
    /// The work has returned.
    case failed(ID, Failure, mayRetry: Bool = false)
    /// The work has returned and says that it was cancelled, or it never began and never will.
    case gaveUp(ID)
    /// The time before another attempt is over.
    case waited(ID)
    /// The mutation goes away.
    case close
  }

  enum Action: Sendable {
    /// There is nothing to write.
    case notNeeded
    /// The write has a place and this number.
    case accept(ID)
    /// Tell those who wait for this write, which is over.
    case tell(ID, Outcome)
    /// Tell those who wait for this write, and cancel its work, which still has to return.
    case stop(ID, Outcome)
    /// Begin the work of this write.
    case begin(ID, Input)
    /// When a while is over, ask again whether the work is to be attempted once more.
    case wait(ID, retry: Int)
    /// Attempt the work once more.
    case attempt(ID)
    /// The state has changed.
    case showState
    /// The history has changed.
    case showHistory
    /// Nothing of a mutation that is gone waits or runs any more.
    case finish
  }

  private enum Life: Sendable { case held, dropped, finished }

  private let order: MutationOrder
  private let whenDropped: MutationPolicy.WhenDropped
  private let historyLimit: Int
  private let retryLimit: Int
  private var life = Life.held
  private var lastID: ID = 0
  /// Writes begin in the order of their numbers.
  private var lastBegun: ID = 0
  private var count = (open: 0, atWork: 0)
  /// What waits, runs and has ended, by number.
  private(set) var records: [Record] = [] { didSet { versions.records += 1 } }
  /// The records that have ended, first the one that ended first.
  private var ended: [ID] = []
  /// Writes that a reset has taken out of the records, and whose work has not returned.
  private var forgotten: Set<ID> = []
  /// What to show when nothing waits or runs; never loading.
  private var settled = Loadable<Output, Failure>.notRequested { didSet { versions.settled += 1 } }
  private var versions = Versions()

  /// How often each has changed: what callers write cannot be compared.
  private struct Versions: Sendable {
    var records: UInt = 0
    var settled: UInt = 0
    /// Of the newest output, which is shown also while something waits or runs.
    var latest: UInt = 0
  }

  init(_ policy: MutationPolicy = MutationPolicy()) {
    order = policy.order
    whenDropped = policy.whenDropped
    historyLimit = max(policy.historyLimit, 0)
    retryLimit = policy.retry.limit
  }

  var state: Loadable<Output, Failure> {
    guard isOpen else { return settled }
    return .loading(Loading(previous: settled.latest, attempt: attempt))
  }

  /// Whether the mutation is gone, so that nobody asks anything more of it.
  var isDropped: Bool { life != .held }

  mutating func handle(_ event: Event) -> [Action] {
    let before = face
    let actions = actions(for: event)
    let after = face
    return actions + before.changes(to: after) + finishIfOver()
  }

  private mutating func actions(for event: Event) -> [Action] {
    switch event {
    case .run(let input): run(input)
    case .cancelRun(let id): end(id, .cancelled)
    case .cancel: endAll(.cancelled)
    case .reset: reset()
    case .succeeded(let id, let output): returned(id, .loaded(output))
    case .failed(let id, let error, let mayRetry): failed(id, error, mayRetry)
    case .gaveUp(let id): returned(id, .cancelled)
    case .waited(let id): waited(id)
    case .close: close()
    }
  }
}

// MARK: What callers want

extension MutationStateMachine {
  private mutating func run(_ input: Input) -> [Action] {
    if order == .ignore, isOpen { return [.notNeeded] }
    let replaced = order == .newest ? endAll(.replaced) : []
    lastID += 1
    records.append(Record(id: lastID, input: input, state: .waiting))
    count.open += 1
    return [.accept(lastID)] + replaced + beginNext()
  }

  private mutating func reset() -> [Action] {
    let actions = endAll(.cancelled)
    forgotten.formUnion(records.filter(\.isAtWork).map(\.id))
    ended = []
    if !records.isEmpty { records = [] }
    if !settled.isNotRequested { show(.notRequested) }
    return actions
  }

  private mutating func close() -> [Action] {
    life = .dropped
    switch whenDropped {
    case .finish: return []
    case .cancel: return endAll(.cancelled)
    }
  }

  private mutating func endAll(_ outcome: Outcome) -> [Action] {
    var actions: [Action] = []
    for record in records where record.isOpen { actions += end(record.id, outcome) }
    return actions
  }

  /// Ends a write for those who wait, before its work has returned by itself.
  private mutating func end(_ id: ID, _ outcome: Outcome) -> [Action] {
    // A handle may be older than what the history keeps.
    guard let index = index(of: id) else { return [] }
    switch records[index].state {
    case .waiting:
      retire(index, outcome)
      return [.tell(id, outcome)]
    case .running:
      move(index, to: .stopping(outcome))
      return [.stop(id, outcome)]
    case .stopping, .ended: return []
    }
  }
}

// MARK: What comes of the work

extension MutationStateMachine {
  private mutating func returned(_ id: ID, _ outcome: Outcome) -> [Action] {
    if forgotten.remove(id) != nil {
      count.atWork -= 1
      return beginNext()
    }
    let index = indexAtWork(id)
    switch records[index].state {
    case .running:
      settle(outcome)
      retire(index, outcome)
      return [.tell(id, outcome)] + beginNext()
    case .stopping(let told):
      retire(index, told)
      return beginNext()
    case .waiting, .ended: impossible(records[index])
    }
  }

  private mutating func failed(_ id: ID, _ error: Failure, _ mayRetry: Bool) -> [Action] {
    guard mayRetry, case .running(let attempt) = record(id)?.state, attempt < retryLimit else {
      return returned(id, .failed(error))
    }
    move(indexAtWork(id), to: .running(attempt: attempt + 1))
    return [.wait(id, retry: attempt + 1)]
  }

  private mutating func waited(_ id: ID) -> [Action] {
    if case .running = record(id)?.state { return [.attempt(id)] }
    return returned(id, .cancelled)
  }

  private mutating func settle(_ outcome: Outcome) {
    switch outcome {
    case .loaded(let output): show(.loaded(output))
    case .failed(let error): settled = .failed(error, previous: settled.latest)
    case .cancelled, .replaced, .notNeeded, .abandoned: break
    }
  }

  /// Settles on a state that has another output than the one before.
  private mutating func show(_ state: Loadable<Output, Failure>) {
    settled = state
    versions.latest += 1
  }

  private func indexAtWork(_ id: ID) -> Int {
    // A write keeps its record from its beginning until its work has returned, which is once.
    guard let index = index(of: id) else {
      preconditionFailure("The work of write \(id) returns, but no such write is under way.")
    }
    return index
  }

  private func impossible(_ record: Record) -> Never {
    preconditionFailure("The work of write \(record.id) returns in state \(record.state).")
  }
}

// MARK: The records

extension MutationStateMachine {
  private var isOpen: Bool { count.open > 0 }

  /// The attempt of the write under way; 0 when there are several.
  private var attempt: Int {
    guard count.open == 1, case .running(let attempt) = records.last(where: \.isOpen)?.state else {
      return 0
    }
    return attempt
  }

  /// Whether the work of a write has begun and not returned.
  func isAtWork(_ id: ID) -> Bool { forgotten.contains(id) || record(id)?.isAtWork == true }

  /// Whether work is under way, so that no other may begin beside it.
  private var isOccupied: Bool { order != .atOnce && count.atWork > 0 }

  private mutating func beginNext() -> [Action] {
    let rest = records[place(of: lastBegun + 1)...]
    guard !isOccupied, let index = rest.firstIndex(where: \.isWaiting) else { return [] }
    move(index, to: .running(attempt: 0))
    lastBegun = records[index].id
    return [.begin(lastBegun, records[index].input)]
  }

  private mutating func retire(_ index: Int, _ outcome: Outcome) {
    ended.append(records[index].id)
    move(index, to: .ended(outcome))
    guard ended.count > historyLimit else { return }
    records.remove(at: place(of: ended.removeFirst()))
  }

  /// Every change of a write's state is made here, where they are counted.
  private mutating func move(_ index: Int, to state: Record.State) {
    let old = records[index]
    records[index].state = state
    let new = records[index]
    count.open += (new.isOpen ? 1 : 0) - (old.isOpen ? 1 : 0)
    count.atWork += (new.isAtWork ? 1 : 0) - (old.isAtWork ? 1 : 0)
  }

  private func record(_ id: ID) -> Record? { index(of: id).map { records[$0] } }

  private func index(of id: ID) -> Int? {
    let place = place(of: id)
    return place < records.count && records[place].id == id ? place : nil
  }

  /// The index of the first record with this number or a higher one; the records are in order.
  private func place(of id: ID) -> Int {
    var (low, high) = (0, records.count)
    while low < high {
      let middle = (low + high) / 2
      if records[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

// MARK: What is shown

extension MutationStateMachine {
  /// What state and history are made of, to see whether they have changed.
  private struct Face {
    let state: [UInt]
    let history: UInt

    func changes(to new: Face) -> [Action] {
      (state == new.state ? [] : [.showState]) + (history == new.history ? [] : [.showHistory])
    }
  }

  private var face: Face {
    Face(
      state: isOpen ? [1, versions.latest, UInt(attempt)] : [0, versions.settled],
      history: versions.records
    )
  }

  private mutating func finishIfOver() -> [Action] {
    guard life == .dropped, !isOpen else { return [] }
    life = .finished
    return [.finish]
  }
}
