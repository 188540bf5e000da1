import ReactiveLoadable

@testable import ReactiveLoading

/// A mutation's core with its values, as one machine: an event with a value in, actions out.
struct MutationMachine<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
  typealias ID = UInt
  typealias Record = MutationRecord<Input, Output, Failure>
  typealias Outcome = LoadOutcome<Output, Failure>

  enum Event: Sendable {
    case run(Input)
    case cancelRun(ID)
    case cancel
    case reset
    case succeeded(ID, Output)
    case failed(ID, Failure, mayRetry: Bool = false)
    case threwCancellation(ID)
    case delayElapsed(ID)
    case timedOut(ID, Failure)
    case close
  }

  enum Action: Sendable {
    case skip
    case accept(ID)
    /// A write has ended.
    case end(ID, Outcome)
    /// A write has an outcome, and its work has not returned.
    case stop(ID, Outcome)
    case begin(ID, Input)
    case wait(ID, retry: Int)
    case attempt(ID)
    case showState
    case showHistory
    case finish
  }

  private(set) var core: MutationCore
  private(set) var values: MutationValues
  /// Whether the changes of every event were the difference of the writes before and after it.
  private(set) var changesAreDifferences = true

  init(_ policy: MutationPolicy = MutationPolicy()) {
    core = MutationCore(policy)
    values = MutationValues(historyLimit: policy.historyLimit)
  }

  var state: Loadable<Output, Failure> { values.state(of: core).state() }
  var records: [Record] { values.records.map { Record($0) } }
  var isDropped: Bool { core.isReleased }

  /// Returns whether the work of a write has started and not returned.
  func isAtWork(_ id: ID) -> Bool {
    switch phase(of: id) {
    case .running, .stopping, .discarded: true
    case .waiting, nil: false
    }
  }

  /// Returns the phase of a write; `nil` if it has ended, or is unknown.
  func phase(of id: ID) -> MutationCore.Phase? { core.writes.first { $0.id == id }?.phase }

  /// Returns whether a write waits for the delay before a retry.
  func isRetrying(_ id: ID) -> Bool { cycle(of: id)?.isWaiting ?? false }

  /// The writes whose record does not show their phase.
  var disagreements: [ID] {
    let records = records
    return records.map(\.id).filter { id in
      switch (records.first { $0.id == id }?.state, phase(of: id)) {
      case (.waiting, .waiting), (.stopping, .stopping), (.ended, nil): false
      case (.running(let attempt), .running(let cycle)): attempt != cycle.retries
      default: true
      }
    }
  }

  mutating func handle(_ event: Event) -> [Action] {
    switch event {
    case .run(let input): take(.run(), input)
    case .cancelRun(let id): take(.cancelWrite(id))
    case .cancel: take(.cancel)
    case .reset: take(.reset)
    case .succeeded(let id, let output): receive(.succeeded, id, .loaded(output))
    case .failed(let id, let error, let mayRetry):
      receive(.failed(mayRetry: mayRetry), id, .failed(error))
    case .threwCancellation(let id): receive(.threwCancellation, id)
    case .delayElapsed(let id): receive(.delayElapsed, id)
    case .timedOut(let id, let error): receive(.timedOut(isFailure: true), id, .failed(error))
    case .close: take(.close)
    }
  }

  private mutating func receive(
    _ event: AttemptCycle.Event,
    _ id: ID,
    _ outcome: Outcome? = nil
  ) -> [Action] {
    take(.attempt(event, ticket(of: id, for: event)), outcome: outcome)
  }

  private func ticket(of id: ID, for event: AttemptCycle.Event) -> AttemptCycle.Ticket {
    switch phase(of: id) {
    case .running(let cycle): if case .timedOut = event { cycle.first } else { cycle.ticket }
    case .stopping(let ticket), .discarded(let ticket): ticket
    case .waiting, nil: 0
    }
  }

  private func cycle(of id: ID) -> AttemptCycle? {
    phase(of: id)?.cycle
  }

  private mutating func take(
    _ event: MutationCore.Event,
    _ input: Input? = nil,
    outcome: Outcome? = nil
  ) -> [Action] {
    let (visible, hadEnded, last) = (core.visible, core.hasEnded, core.lastID)
    let (payload, before) = (self.payload(outcome), core.writes)
    var changes: [MutationCore.Change] = []
    let outcome = core.handle(event, &changes).map {
      AnyLoadOutcome($0, payload.value, payload.failure)
    }
    if changes != core.changes(since: before) { changesAreDifferences = false }
    let showsHistory = apply(changes, input, outcome, event)
    var actions: [Action] =
      core.lastID > last ? [.accept(core.lastID)] : event == .run() ? [.skip] : []
    for change in changes { actions += action(of: change, outcome.map { Outcome($0) }) }
    if visible != core.visible { actions.append(.showState) }
    if showsHistory { actions.append(.showHistory) }
    if !hadEnded, core.hasEnded { actions.append(.finish) }
    return actions
  }

  private mutating func apply(
    _ changes: [MutationCore.Change],
    _ input: Input?,
    _ outcome: AnyLoadOutcome?,
    _ event: MutationCore.Event
  ) -> Bool {
    var (removed, hasChanged) = (MutationValues.Removed(), false)
    for change in changes {
      if change.old == nil, let input { values.add(change.id, ReactiveLoadable.Box(input), nil) }
      hasChanged = values.apply(change, outcome, &removed) || hasChanged
    }
    if let outcome { values.settle(outcome, &removed) }
    return event == .reset ? values.reset(&removed) : hasChanged
  }

  private func action(of change: MutationCore.Change, _ outcome: Outcome?) -> [Action] {
    let id = change.id
    if change.isOutcome, let outcome {
      return [change.new == nil ? .end(id, outcome) : .stop(id, outcome)]
    }
    guard let cycle = change.new?.cycle else { return [] }
    if cycle.isWaiting { return [.wait(id, retry: cycle.retries)] }
    if cycle.retries > 0 { return [.attempt(id)] }
    return records.first { $0.id == id }.map { [.begin(id, $0.input)] } ?? []
  }

  private func payload(_ outcome: Outcome?) -> LoadSlots.Payload {
    switch outcome {
    case .loaded(let output): LoadSlots.Payload(value: ReactiveLoadable.Box(output))
    case .failed(let error): LoadSlots.Payload(failure: ReactiveLoadable.Box(error))
    default: LoadSlots.Payload()
    }
  }
}

extension MutationCore {
  /// Handles an event; the changes of the phases do not matter.
  mutating func handle(_ event: Event) -> Outcome? {
    var changes: [Change] = []
    return handle(event, &changes)
  }

  /// The difference of the writes before and after an event.
  func changes(since before: ArraySlice<Write>) -> [Change] {
    let known = before.map { write in
      Change(id: write.id, old: write.phase, new: writes.first { $0.id == write.id }?.phase)
    }
    let new = writes.filter { $0.id > before.last?.id ?? 0 }
    return known.filter { $0.old != $0.new }
      + new.map { Change(id: $0.id, old: nil, new: $0.phase) }
  }
}
