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

  /// Returns the input of a write in the history.
  func input(of id: MutationCore.ID) -> Box<Input>? {
    index(of: id).map { Box(records[$0].input) }
  }

  /// Applies a decision, with the input of a new write and the outcome of those that end.
  mutating func apply(
    _ decision: MutationCore.Decision,
    _ input: Box<Input>?,
    _ outcome: Box<Outcome>?
  ) {
    if decision.isReset { return self = Self() }
    // An attempt alone changes no record.
    guard decision.publishesHistory else { return }
    if let id = decision.accepted, let input {
      records.append(Record(id: id, input: input.value, state: .waiting))
    }
    for write in decision.changed {
      if let index = index(of: write.id) { show(write.phase, at: index, outcome) }
    }
    for id in decision.removed {
      if let index = index(of: id) { records.remove(at: index) }
    }
    if let outcome { settle(outcome.value) }
  }

  private mutating func show(
    _ phase: MutationCore.Phase,
    at index: Int,
    _ outcome: Box<Outcome>?
  ) {
    switch phase {
    case .starting(let cycle), .running(let cycle):
      records[index].state = .running(attempt: cycle.retries)
    case .stopping: if let outcome { records[index].state = .stopping(outcome.value) }
    case .ended:
      // A stopped write has its outcome already.
      if let outcome = records[index].outcome ?? outcome?.value {
        records[index].state = .ended(outcome)
      }
    // A new write waits, and a reset clears the records.
    case .waiting, .forgotten: break
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
  /// Returns the outcome of the writes that end; that of the event if the work returned a result.
  func outcome<Output, Failure>(
    _ result: Box<LoadOutcome<Output, Failure>>?
  ) -> Box<LoadOutcome<Output, Failure>>? {
    switch ending {
    case .loaded, .failed: result
    case .cancelled: Box(.cancelled)
    case .replaced: Box(.replaced)
    case nil: nil
    }
  }
}
