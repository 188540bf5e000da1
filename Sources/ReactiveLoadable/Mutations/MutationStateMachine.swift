/// The pure state machine of a ``Mutation``: one event in, actions out.
///
/// It uses no lock, task or clock. Every write has a number, and its work reports its end once with
/// that number. After a cancel, replacement or reset, that report changes only the queue and the
/// history. See <doc:WritingWithMutations#M1-Every-write-runs-once>.
struct MutationStateMachine<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
  typealias ID = UInt
  typealias Record = MutationRecord<Input, Output, Failure>
  typealias Outcome = LoadOutcome<Output, Failure>

  enum Event: Sendable {
    case run(Input)
    /// A handle cancels its write.
    case cancelRun(ID)
    case cancel
    case reset
    /// The work has returned an output.
    case succeeded(ID, Output)
    /// The work has thrown an error.
    case failed(ID, Failure, mayRetry: Bool = false)
    /// The work threw a cancellation error, or never starts.
    case gaveUp(ID)
    /// The delay before a retry has elapsed.
    case waited(ID)
    /// The timeout of a write has elapsed.
    case expired(ID, Failure)
    /// The mutation is deallocated.
    case close
  }

  enum Action: Sendable {
    /// The write is skipped.
    case skip
    /// The write is accepted with this number.
    case accept(ID)
    /// Settle the outcome of this write, which has ended.
    case tell(ID, Outcome)
    /// Settle the outcome of this write, and cancel its work, which has not returned yet.
    case stop(ID, Outcome)
    /// Start the work of this write.
    case begin(ID, Input)
    /// Wait for the delay before a retry, and report its end.
    case wait(ID, retry: Int)
    /// Retry the work now.
    case attempt(ID)
    /// The state has changed.
    case showState
    /// The history has changed.
    case showHistory
    /// The mutation is deallocated and no write waits or runs: finish the streams.
    case finish
  }

  private enum Life: Sendable { case held, dropped, finished }

  private let overlap: MutationOverlap
  private let whenReleased: MutationPolicy.WhenReleased
  private let retryLimit: Int
  private var life = Life.held
  private var ledger: MutationLedger<Input, Output, Failure>
  /// The state when no write waits or runs; never loading.
  private var settled = Loadable<Output, Failure>.notRequested
  /// The numbers of changes of `settled` and of its output, which need not be `Equatable`.
  private var version = (settled: UInt(0), output: UInt(0))

  init(_ policy: MutationPolicy = MutationPolicy()) {
    overlap = policy.overlap
    whenReleased = policy.whenReleased
    retryLimit = policy.retry.limit
    ledger = MutationLedger(limit: policy.historyLimit)
  }

  var state: Loadable<Output, Failure> {
    guard isOpen else { return settled }
    return .loading(Loading(previous: settled.latest, attempt: ledger.attempt))
  }

  var records: [Record] { ledger.records }

  /// A Boolean value that indicates whether the mutation was deallocated.
  var isDropped: Bool { life != .held }

  /// Returns whether the work of a write has started and not returned.
  func isAtWork(_ id: ID) -> Bool { ledger.isAtWork(id) }

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
    case .expired(let id, let error): expire(id, error)
    case .close: close()
    }
  }

  /// A Boolean value that indicates whether any write waits or runs.
  private var isOpen: Bool { ledger.openCount > 0 }
}

// MARK: Calls

extension MutationStateMachine {
  private mutating func run(_ input: Input) -> [Action] {
    if overlap == .ignore, isOpen { return [.skip] }
    let replaced = overlap == .replace ? endAll(.replaced) : []
    return [.accept(ledger.add(input))] + replaced + beginNext()
  }

  private mutating func reset() -> [Action] {
    let actions = endAll(.cancelled)
    ledger.forgetAll()
    if !settled.isNotRequested { settle(on: .notRequested) }
    return actions
  }

  private mutating func close() -> [Action] {
    life = .dropped
    switch whenReleased {
    case .finish: return []
    case .cancel: return endAll(.cancelled)
    }
  }

  private mutating func endAll(_ outcome: Outcome) -> [Action] {
    var actions: [Action] = []
    for record in records where record.isOpen { actions += end(record.id, outcome) }
    return actions
  }

  /// Settles the outcome of a write before its work has returned.
  private mutating func end(_ id: ID, _ outcome: Outcome) -> [Action] {
    switch ledger[id]?.state {
    case .waiting:
      ledger.move(id, to: .ended(outcome))
      return [.tell(id, outcome)]
    case .running:
      ledger.move(id, to: .stopping(outcome))
      return [.stop(id, outcome)]
    // The record of an old handle may have left the history.
    case .stopping, .ended, nil: return []
    }
  }
}

// MARK: Results of the work

extension MutationStateMachine {
  private mutating func returned(_ id: ID, _ outcome: Outcome) -> [Action] {
    if ledger.takeForgotten(id) { return beginNext() }
    switch ledger[id]?.state {
    case .running:
      settle(by: outcome)
      ledger.move(id, to: .ended(outcome))
      return [.tell(id, outcome)] + beginNext()
    case .stopping(let told):
      ledger.move(id, to: .ended(told))
      return beginNext()
    // Work starts after waiting, returns once, and has a record until then.
    case .waiting, .ended, nil: impossible(id)
    }
  }

  private func impossible(_ id: ID) -> Never {
    let state = ledger[id].map { "\($0.state)" } ?? "without a record"
    preconditionFailure(
      """
      Write \(id) must be running or stopping when its work returns, but is \(state). \
      Report this as a bug of ReactiveLoadable.
      """
    )
  }

  private mutating func failed(_ id: ID, _ error: Failure, _ mayRetry: Bool) -> [Action] {
    guard mayRetry, case .running(let attempt) = ledger[id]?.state, attempt < retryLimit else {
      return returned(id, .failed(error))
    }
    ledger.move(id, to: .running(attempt: attempt + 1))
    return [.wait(id, retry: attempt + 1)]
  }

  private mutating func expire(_ id: ID, _ error: Failure) -> [Action] {
    guard case .running = ledger[id]?.state else { return [] }
    settle(by: .failed(error))
    return end(id, .failed(error))
  }

  private mutating func waited(_ id: ID) -> [Action] {
    if case .running = ledger[id]?.state { return [.attempt(id)] }
    return returned(id, .cancelled)
  }

  private mutating func beginNext() -> [Action] {
    let isFree = overlap == .concurrent || ledger.workCount == 0
    guard isFree, let next = ledger.firstWaiting else { return [] }
    ledger.begin(next.id)
    return [.begin(next.id, next.input)]
  }

  private mutating func settle(by outcome: Outcome) {
    switch outcome {
    case .loaded(let output): settle(on: .loaded(output))
    case .failed(let error):
      settled = .failed(error, previous: settled.latest)
      version.settled += 1
    case .cancelled, .replaced, .skipped, .abandoned: break
    }
  }

  /// Settles with a state that has another output.
  private mutating func settle(on state: Loadable<Output, Failure>) {
    settled = state
    version.settled += 1
    version.output += 1
  }
}

// MARK: State and history

extension MutationStateMachine {
  /// The versions of state and history, to detect changes.
  private struct Face {
    let state: [UInt]
    let history: UInt

    func changes(to new: Face) -> [Action] {
      (state == new.state ? [] : [.showState]) + (history == new.history ? [] : [.showHistory])
    }
  }

  private var face: Face {
    Face(
      state: isOpen ? [1, version.output, UInt(ledger.attempt)] : [0, version.settled],
      history: ledger.version
    )
  }

  private mutating func finishIfOver() -> [Action] {
    guard life == .dropped, !isOpen else { return [] }
    life = .finished
    return [.finish]
  }
}
