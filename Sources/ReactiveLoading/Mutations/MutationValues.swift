/// The inputs, outputs and failures of a mutation, whose writes a ``MutationCore`` decides.
///
/// ``apply(_:_:_:)`` alone changes them, by the decisions of the core.
struct MutationValues<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
  typealias Record = MutationRecord<Input, Output, Failure>
  typealias Outcome = LoadOutcome<Output, Failure>

  /// The history: the writes that wait, run or stop, and those that ended last, by their numbers.
  private(set) var records: [Record] = []
  /// The state when no write waits or runs; never loading.
  private var settled = Box(Loadable<Output, Failure>.notRequested)

  /// Returns the published state.
  func state(of core: MutationCore) -> Loadable<Output, Failure> {
    guard core.isLoading else { return settled.value }
    return .loading(Loading(previous: settled.value.latest, attempt: core.attempt))
  }

  /// The input of a write in the history.
  func input(of id: MutationCore.ID) -> Input? { index(of: id).map { records[$0].input } }

  /// Applies a decision, with the input of a new write and the outcome of those that end.
  mutating func apply(
    _ decision: MutationCore.Decision,
    _ input: Input?,
    _ outcome: Outcome?
  ) {
    if decision.isReset { return self = Self() }
    // An attempt alone changes no record.
    guard decision.publishesHistory else { return }
    if let id = decision.accepted, let input {
      records.append(Record(id: id, input: input, state: .waiting))
    }
    for write in decision.changed {
      if let index = index(of: write.id) { show(write.phase, at: index, outcome) }
    }
    for id in decision.removed {
      if let index = index(of: id) { records.remove(at: index) }
    }
    if let outcome { settle(outcome) }
  }

  private mutating func show(
    _ phase: MutationCore.Phase,
    at index: Int,
    _ outcome: Outcome?
  ) {
    switch phase {
    case .running(let cycle): records[index].state = .running(attempt: cycle.retries)
    case .stopping: if let outcome { records[index].state = .stopping(outcome) }
    case .ended:
      // A stopped write has its outcome already.
      if let outcome = records[index].outcome ?? outcome {
        records[index].state = .ended(outcome)
      }
    // A new write waits, and a reset clears the records.
    case .waiting, .discarded: break
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

extension MutationCore.Decision {
  /// Returns the end of the writes that end, with the result of the work if it returned one.
  func loadOutcome(_ payload: LoadSlots.Payload) -> AnyLoadOutcome? {
    switch outcome {
    case .loaded: AnyLoadOutcome(.loaded, payload.value)
    case .failed: AnyLoadOutcome(.failed, nil, payload.failure)
    case .cancelled: AnyLoadOutcome(.cancelled)
    case .replaced: AnyLoadOutcome(.replaced)
    case nil: nil
    }
  }
}
