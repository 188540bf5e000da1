/// Performs what the machine of a ``Loader`` decides: runs the work, publishes, settles handles.
///
/// The machine is guarded by the lock of the relay that publishes its states, so that the order of
/// the states is the order of the decisions. A decision is made on a copy, outside the lock, because
/// it asks requests whether they are equal; it counts if nothing was decided meanwhile, else it is
/// made again. Work, observers and handles are served outside the lock, too.
final class LoadStorage<Request: Hashable & Sendable, Value: Sendable, Failure: Error> {
  typealias Machine = LoadStateMachine<Request, Value, Failure>
  typealias Running = RunningLoad<Value, Failure>

  let states = BehaviorRelay(Loadable<Value, Failure>.notRequested)
  private let policy: LoadPolicy
  private let failureOfTimeout: Failure?
  private let work: LoadWork<Request, Value, Failure>
  private let elapsed: ElapsedTime?
  private let streams = OwnedStreams()
  private var core: Core

  init(policy: LoadPolicy, work: LoadWork<Request, Value, Failure>) {
    self.policy = policy
    self.work = work
    failureOfTimeout = policy.timeout?.failure(as: Failure.self)
    elapsed = policy.freshness.isTimed ? ElapsedTime(on: policy.clock) : nil
    core = Core(machine: Machine(policy))
  }

  func perform(_ intent: LoadIntent<Request, Value>) -> LoadTask<Value, Failure> {
    LoadTask(handle(.intent(intent)))
  }

  func perform(on intents: some Publisher<LoadIntent<Request, Value>, Never>) {
    streams.own(intents) { [weak self] intent in _ = self?.perform(intent) }
  }

  func perform<Intents: AsyncSequence & Sendable>(on intents: Intents)
  where Intents.Element == LoadIntent<Request, Value>, Intents.Failure == Never {
    streams.own { [weak self] in
      for await intent in intents {
        // A sequence may be deaf to the cancellation that comes when the loader goes.
        guard let self else { return }
        _ = self.perform(intent)
      }
    }
  }

  func performWhenObserved(_ intent: LoadIntent<Request, Value>) {
    let isObserved = states.onFirstSubscriber { [weak self] in _ = self?.perform(intent) }
    if isObserved { _ = perform(intent) }
  }

  func close() {
    handle(.close)
    states.finish()
  }
}

// SAFETY: `core` is touched inside `states.transition` only, which holds the relay's lock;
// everything else is immutable and Sendable.
extension LoadStorage: @unchecked Sendable {}

// MARK: Deciding

extension LoadStorage {
  /// What the lock guards.
  private struct Core {
    var machine: Machine
    var running: Running?
    /// How many decisions were made.
    var version: UInt = 0
  }

  /// What a decision leaves to be done.
  private struct Step {
    /// What was before, to be released outside the lock.
    let before: Core
    /// The load that runs now.
    let running: Running?
  }

  /// Returns the load that the event started or joined.
  @discardableResult
  private func handle(_ event: Machine.Event) -> Running? {
    let now = elapsed?.now() ?? .zero
    while true {
      let before = states.transition { (nil, core) }
      var machine = before.machine
      let action = machine.handle(event, at: now)
      switch action {
      case .notNeeded: return nil
      case .join: return before.running
      case .none, .publish, .wait, .attempt, .start, .replace, .end: break
      }
      guard let step = commit(machine, action, ifVersionIs: before.version) else { continue }
      return perform(action, step)
    }
  }

  private func commit(
    _ machine: Machine,
    _ action: Machine.Action,
    ifVersionIs version: UInt
  ) -> Step? {
    let state = action.publishes ? machine.state : nil
    let running = running(after: action)
    return states.transition {
      guard core.version == version else { return (nil, nil) }
      let before = core
      core = Core(machine: machine, running: before.running, version: version &+ 1)
      switch action {
      case .none, .notNeeded, .join, .publish, .wait, .attempt: break
      case .start, .replace, .end: core.running = running
      }
      return (state, Step(before: before, running: core.running))
    }
  }

  /// The load that an action begins.
  private func running(after action: Machine.Action) -> Running? {
    switch action {
    case .none, .notNeeded, .join, .publish, .wait, .attempt, .end: nil
    case .start(let attempt), .replace(let attempt):
      Running { [weak self] in self?.handle(.cancelLoad(attempt.load)) }
    }
  }
}

// MARK: Performing

extension LoadStorage {
  /// Returns the load that the action began or goes on with.
  private func perform(_ action: Machine.Action, _ step: Step) -> Running? {
    switch action {
    case .none, .notNeeded, .join, .publish: break
    case .start(let attempt):
      policy.activity?.begin()
      return start(attempt, step.running)
    case .replace(let attempt):
      step.before.running?.end(.replaced)
      return start(attempt, step.running)
    case .attempt(let attempt): return begin(attempt, step.running)
    case .wait(let ticket, let retry): wait(ticket, retry, step.running)
    case .end(let outcome):
      policy.activity?.end()
      step.before.running?.end(outcome)
    }
    return nil
  }

  private func start(_ attempt: Machine.Attempt, _ load: Running?) -> Running? {
    if let limit = policy.timeout?.load, let failureOfTimeout {
      let late = Machine.Event.expired(load: attempt.load, failureOfTimeout)
      load?.start(.limitOfLoad) { [weak self, policy] in
        if await policy.rest(for: limit) { self?.handle(late) }
      }
    }
    return begin(attempt, load)
  }

  private func begin(_ attempt: Machine.Attempt, _ load: Running?) -> Running? {
    if let limit = policy.timeout?.attempt, let failureOfTimeout {
      load?.start(.limitOfAttempt) { [weak self, policy] in
        if await policy.rest(for: limit) { self?.fail(attempt.ticket, failureOfTimeout) }
      }
    }
    load?.start(.work) { [weak self, work] in
      do throws(Failure) {
        let value = try await work.call(
          attempt.request,
          LoadReporter { [weak self] in self?.handle(.reported(attempt.ticket, $0)) }
        )
        self?.handle(.succeeded(attempt.ticket, value))
      } catch {
        self?.fail(attempt.ticket, error)
      }
    }
    return load
  }

  private func fail(_ ticket: Machine.Ticket, _ error: Failure) {
    handle(
      policy.meansCancelled(error)
        ? .gaveUp(ticket) : .failed(ticket, error, mayRetry: policy.allowsRetry(error))
    )
  }

  private func wait(_ ticket: Machine.Ticket, _ retry: Int, _ load: Running?) {
    load?.stop(.limitOfAttempt)
    load?.start(.work) { [weak self, policy] in
      if await policy.rest(for: policy.retry.delay(retry)) { self?.handle(.waited(ticket)) }
    }
  }
}
