/// The pure heart of a ``Mutation``: one event in, the actions out, by contract M1 to M11.
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
    /// The time for a write is over.
    case expired(ID, Failure)
    /// The mutation goes away.
    case close
  }

  enum Action: Sendable {
    /// There is nothing to write.
    case skip
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

  private let overlap: MutationOverlap
  private let whenDropped: MutationPolicy.WhenDropped
  private let retryLimit: Int
  private var life = Life.held
  private var ledger: MutationLedger<Input, Output, Failure>
  /// What to show when nothing waits or runs; never loading.
  private var settled = Loadable<Output, Failure>.notRequested
  /// How often `settled` has changed, and how often its output has: callers' values have no `==`.
  private var version = (settled: UInt(0), output: UInt(0))

  init(_ policy: MutationPolicy = MutationPolicy()) {
    overlap = policy.overlap
    whenDropped = policy.whenDropped
    retryLimit = policy.retry.limit
    ledger = MutationLedger(limit: policy.historyLimit)
  }

  var state: Loadable<Output, Failure> {
    guard isOpen else { return settled }
    return .loading(Loading(previous: settled.latest, attempt: ledger.attempt))
  }

  var records: [Record] { ledger.records }

  /// Whether the mutation is gone, so that nobody asks anything more of it.
  var isDropped: Bool { life != .held }

  /// Whether the work of a write has begun and not returned.
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

  /// Whether a write waits or runs.
  private var isOpen: Bool { ledger.openCount > 0 }
}

// MARK: What callers want

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
    switch ledger[id]?.state {
    case .waiting:
      ledger.move(id, to: .ended(outcome))
      return [.tell(id, outcome)]
    case .running:
      ledger.move(id, to: .stopping(outcome))
      return [.stop(id, outcome)]
    // A handle may be older than what the history keeps.
    case .stopping, .ended, nil: return []
    }
  }
}

// MARK: What comes of the work

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
    // Work begins after waiting, returns once, and keeps its record until then.
    case .waiting, .ended, nil: impossible(id)
    }
  }

  private func impossible(_ id: ID) -> Never {
    let state = ledger[id].map { "\($0.state)" } ?? "without a record"
    preconditionFailure("The work of write \(id) returned, which is \(state).")
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

  /// Settles on a state with another output than the one before.
  private mutating func settle(on state: Loadable<Output, Failure>) {
    settled = state
    version.settled += 1
    version.output += 1
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
