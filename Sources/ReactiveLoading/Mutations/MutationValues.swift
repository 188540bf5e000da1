/// The inputs, outputs and failures of a mutation, whose writes a ``MutationCore`` decides.
///
/// ``apply(_:_:_:)`` and ``reset()`` alone change them, after the core.
struct MutationValues<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
  typealias Record = MutationRecord<Input, Output, Failure>
  typealias Outcome = LoadOutcome<Output, Failure>

  /// The history: the writes that wait, run or stop, and those that ended last, by their numbers.
  private(set) var records: [Record] = []
  /// The largest number of ended writes in the history.
  let historyLimit: Int
  /// The ended writes of the history, in the order of their ends.
  private var ended: [MutationCore.ID] = []
  /// The state when no write waits or runs; never loading.
  private var settled = Box(Loadable<Output, Failure>.notRequested)

  init(historyLimit: Int) { self.historyLimit = max(historyLimit, 0) }

  /// The values of clients, which are released outside the lock.
  typealias Contents = (records: [Record], settled: Box<Loadable<Output, Failure>>)
  var contents: Contents { (records, settled) }

  /// Returns the published state.
  func state(of core: MutationCore) -> Loadable<Output, Failure> {
    guard core.isLoading else { return settled.value }
    return .loading(Loading(previous: settled.value.latest, attempt: core.attempt))
  }

  /// The input of a write in the history.
  func input(of id: MutationCore.ID) -> Input? { index(of: id).map { records[$0].input } }

  /// Removes all writes and results; returns whether the history has changed.
  mutating func reset() -> Bool {
    let hasChanged = !records.isEmpty
    self = Self(historyLimit: historyLimit)
    return hasChanged
  }

  /// Applies the changes of the writes, with the input of a new write and the outcome of those that
  /// have one from now on; returns whether the history has changed.
  mutating func apply(
    _ changes: [MutationCore.Change],
    _ input: Input?,
    _ outcome: Outcome?
  ) -> Bool {
    var hasChanged = false
    for change in changes {
      if change.old == nil, let input {
        records.append(Record(id: change.id, input: input, state: .waiting))
        hasChanged = true
      }
      // The next attempt of a retry changes no record, and a reset has removed discarded ones.
      guard change.old?.cycle == nil || change.old?.cycle?.retries != change.new?.cycle?.retries,
        let index = index(of: change.id)
      else { continue }
      hasChanged = true
      show(change.new, at: index, outcome)
    }
    if let outcome { settle(outcome) }
    return hasChanged
  }

  private mutating func show(_ phase: MutationCore.Phase?, at index: Int, _ outcome: Outcome?) {
    // A stopped write has its outcome already.
    let outcome = records[index].outcome ?? outcome
    switch (phase, outcome) {
    case (.running(let cycle), _): records[index].state = .running(attempt: cycle.retries)
    case (.stopping, let outcome?): records[index].state = .stopping(outcome)
    case (nil, let outcome?):
      records[index].state = .ended(outcome)
      ended.append(records[index].id)
      if ended.count > historyLimit, let first = self.index(of: ended.removeFirst()) {
        records.remove(at: first)
      }
    // A new write waits, and a reset removes the records of discarded writes.
    case (.waiting, _), (.discarded, _), (.stopping, nil), (nil, nil): break
    }
  }

  private mutating func settle(_ outcome: Outcome) {
    switch outcome {
    case .loaded(let output): settled = Box(.loaded(output))
    case .failed(let error): settled = Box(.failed(error, previous: settled.value.latest))
    case .cancelled, .replaced, .skipped, .abandoned: break
    }
  }

  private func index(of id: MutationCore.ID) -> Int? {
    var (low, high) = (0, records.count)
    while low < high {
      let middle = (low + high) / 2
      if records[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low < records.count && records[low].id == id ? low : nil
  }
}
