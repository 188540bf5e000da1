/// The pure heart of a ``Loader``: one event in, one action out, by contract L1 and L2.
///
/// It knows no lock, task or clock. Every load has a generation, and what comes of another
/// generation than the running one changes nothing, so no stale result can surface.
struct LoadStateMachine<Request: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
  typealias Generation = UInt
  typealias Settled = SettledLoad<Request, Value, Failure>

  /// One load: what the storage is to perform, or performs.
  struct Run: Sendable {
    let generation: Generation
    let request: Request
    let cause: LoadCause
  }

  enum Event: Sendable {
    case intent(LoadIntent<Request, Value>)
    /// A handle cancels the load that it stands for.
    case cancelRun(Generation)
    case succeeded(Generation, Value)
    case failed(Generation, Failure, mayRetry: Bool = false)
    /// The time before a retry is over.
    case waited(Generation, retry: Int)
    /// The work says that it was cancelled.
    case gaveUp(Generation)
    /// The loader goes away.
    case close
  }

  enum Action: Sendable {
    /// Nothing has changed.
    case none
    /// Nothing has changed, because there is nothing to do.
    case notNeeded
    /// Nothing has changed, because the running load does it already.
    case join
    /// The state has changed; what runs goes on.
    case publish
    /// The state has changed: when a while is over, this run is to be attempted again.
    case wait(Run, retry: Int)
    /// Nothing has changed: attempt the running load again now.
    case attempt(Run)
    /// The state has changed: begin this run, while no other one is running.
    case start(Run)
    /// The state has changed: begin this run in the place of the running one.
    case replace(Run)
    /// The state has changed: the running load is over.
    case end(LoadOutcome<Value, Failure>)
  }

  private enum Phase: Sendable {
    case settled(Settled)
    case loading(Run, previous: Value?, over: Settled)
    case closed(Settled)
  }

  private let previous: LoadPolicy.Previous
  private let interruption: LoadPolicy.Interruption
  private let retryLimit: Int
  private var phase = Phase.settled(.notRequested)
  private var lastGeneration: Generation = 0
  /// How often the running load has been tried again, or is about to be.
  private var retries = 0
  /// Whether the running load waits for its next attempt.
  private var isWaiting = false
  /// What was asked for last, also when that was cancelled; forgotten by a reset.
  private var lastRequest: Request?

  init(_ policy: LoadPolicy = LoadPolicy()) {
    previous = policy.previous
    interruption = policy.interruption
    retryLimit = policy.retry.limit
  }

  var state: Loadable<Value, Failure> {
    switch phase {
    case .settled(let settled), .closed(let settled): settled.state
    case .loading(let run, let previous, _):
      .loading(Loading(previous: previous, cause: run.cause, attempt: retries))
    }
  }

  mutating func handle(_ event: Event) -> Action {
    switch phase {
    case .settled(let settled): whileSettled(settled, event)
    case .loading(let run, _, let settled): whileLoading(run, over: settled, event)
    case .closed: .none
    }
  }
}

// MARK: While nothing runs

extension LoadStateMachine {
  private mutating func whileSettled(_ settled: Settled, _ event: Event) -> Action {
    switch event {
    case .intent(.load(let request)): .start(run(request, .load, over: settled))
    case .intent(.loadIfNeeded(let request)):
      settled.answers(request) ? .notNeeded : .start(run(request, .load, over: settled))
    case .intent(.refresh): refresh(settled)
    case .intent(.retry): retry(settled)
    case .intent(.cancel): .none
    case .intent(.reset): reset(settled)
    case .intent(.set(let value)): settle(.loaded(value, of: settled.request))
    // What belongs to a run that is over comes too late.
    case .cancelRun, .succeeded, .failed, .gaveUp, .waited: .none
    case .close: close(settled)
    }
  }

  private mutating func refresh(_ settled: Settled) -> Action {
    guard let request = settled.request ?? lastRequest else { return .notNeeded }
    let cause: LoadCause = settled.latest == nil ? .load : .refresh
    return .start(run(request, cause, over: settled))
  }

  private mutating func retry(_ settled: Settled) -> Action {
    guard case .failed(_, let request) = settled else { return .notNeeded }
    return .start(run(request, .retry, over: settled))
  }

  private mutating func reset(_ settled: Settled) -> Action {
    lastRequest = nil
    if case .notRequested = settled { return .none }
    return settle(.notRequested)
  }

  private mutating func close(_ settled: Settled) -> Action {
    phase = .closed(settled)
    return .none
  }

  private mutating func settle(_ settled: Settled) -> Action {
    phase = .settled(settled)
    return .publish
  }

  private mutating func run(
    _ request: Request,
    _ cause: LoadCause,
    over settled: Settled
  ) -> Run {
    lastGeneration += 1
    retries = 0
    isWaiting = false
    lastRequest = request
    let run = Run(generation: lastGeneration, request: request, cause: cause)
    let kept = cause == .load ? previous : .ofSameRequest
    phase = .loading(run, previous: settled.shown(for: request, kept), over: settled)
    return run
  }
}

// MARK: While a load runs

extension LoadStateMachine {
  private mutating func whileLoading(
    _ run: Run,
    over settled: Settled,
    _ event: Event
  ) -> Action {
    switch event {
    case .intent(.load(let request)), .intent(.loadIfNeeded(let request)):
      load(request, during: run, over: settled)
    case .intent(.refresh): join(run)
    case .intent(.retry): isWaiting ? attempt(run) : .notNeeded
    case .intent(.cancel): end(.settled(settled), .cancelled)
    case .intent(.reset): resetWhileLoading()
    case .intent(.set(let value)): write(value, during: run)
    case .cancelRun(let generation):
      generation == run.generation ? end(.settled(settled), .cancelled) : .none
    case .succeeded(let generation, let value):
      isResult(generation, of: run) ? succeed(run, value) : .none
    case .failed(let generation, let error, let mayRetry):
      isResult(generation, of: run) ? fail(run, error, mayRetry) : .none
    case .waited(let generation, let retry):
      generation == run.generation && isWaiting && retry == retries ? attempt(run) : .none
    case .gaveUp(let generation):
      isResult(generation, of: run) ? end(.settled(settled), .cancelled) : .none
    case .close: end(.closed(settled), .cancelled)
    }
  }

  private mutating func load(
    _ request: Request,
    during run: Run,
    over settled: Settled
  ) -> Action {
    if request == run.request { return join(run) }
    switch interruption {
    case .replace: return .replace(self.run(request, .load, over: settled))
    case .ignore: return .notNeeded
    }
  }

  /// Whether what comes of a generation is the result of the running load's attempt.
  private func isResult(_ generation: Generation, of run: Run) -> Bool {
    generation == run.generation && !isWaiting
  }

  private mutating func join(_ run: Run) -> Action {
    isWaiting ? attempt(run) : .join
  }

  private mutating func attempt(_ run: Run) -> Action {
    isWaiting = false
    return .attempt(run)
  }

  private mutating func resetWhileLoading() -> Action {
    lastRequest = nil
    return end(.settled(.notRequested), .cancelled)
  }

  private mutating func write(_ value: Value, during run: Run) -> Action {
    phase = .loading(run, previous: value, over: .loaded(value, of: run.request))
    return .publish
  }

  private mutating func succeed(_ run: Run, _ value: Value) -> Action {
    end(.settled(.loaded(value, of: run.request)), .loaded(value))
  }

  private mutating func fail(_ run: Run, _ error: Failure, _ mayRetry: Bool) -> Action {
    if mayRetry, retries < retryLimit {
      retries += 1
      isWaiting = true
      return .wait(run, retry: retries)
    }
    let failed = Failed(error: error, previous: state.latest, cause: run.cause)
    return end(.settled(.failed(failed, of: run.request)), .failed(error))
  }

  private mutating func end(_ next: Phase, _ outcome: LoadOutcome<Value, Failure>) -> Action {
    phase = next
    return .end(outcome)
  }
}
