/// Performs what the machine of a ``Loader`` decides: runs the work, publishes, settles handles.
///
/// The machine is guarded by the lock of the relay that publishes its states, so that the order of
/// the states is the order of the decisions. Work, observers and handles are served outside it.
final class LoadStorage<Request: Hashable & Sendable, Value: Sendable, Failure: Error> {
  typealias Machine = LoadStateMachine<Request, Value, Failure>
  typealias Running = RunningLoad<Value, Failure>
  typealias Work = @Sendable (Request) async throws(Failure) -> Value

  let states = BehaviorRelay(Loadable<Value, Failure>.notRequested)
  private let policy: LoadPolicy
  private let work: Work
  private let streams = OwnedStreams()
  private var machine: Machine
  private var running: Running?

  init(policy: LoadPolicy, work: @escaping Work) {
    self.policy = policy
    machine = Machine(policy)
    self.work = work
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

  func close() {
    handle(.close)
    states.finish()
  }

  /// Returns the load that the event started or joined.
  @discardableResult
  private func handle(_ event: Machine.Event) -> Running? {
    let step = states.transition {
      // The old machine leaves the lock with the step, so that no value is released inside it.
      let before = machine
      let step = take(machine.handle(event), before: before)
      return (step.publishes ? machine.state : nil, step)
    }
    if let ended = step.ended { ended.load.end(ended.outcome) }
    if let begun = step.begun { begin(begun) }
    if let wait = step.wait { self.wait(wait) }
    return step.handle
  }

  private func begin(_ begun: Step.Begun) {
    let (work, policy, run) = (work, policy, begun.run)
    begun.load.start { [weak self] in
      let event: Machine.Event
      do throws(Failure) {
        event = .succeeded(run.generation, try await work(run.request))
      } catch {
        let gaveUp = policy.meansCancelled(error)
        event =
          gaveUp
          ? .gaveUp(run.generation)
          : .failed(run.generation, error, mayRetry: policy.allowsRetry(error))
      }
      self?.handle(event)
    }
  }
}

// SAFETY: `machine` and `running` are touched inside `states.transition` only, which holds the
// relay's lock; everything else is immutable and Sendable.
extension LoadStorage: @unchecked Sendable {}

extension LoadStorage {
  private func wait(_ wait: Step.Wait) {
    let (policy, generation, retry) = (policy, wait.run.generation, wait.retry)
    wait.load.start { [weak self] in
      do { try await policy.clock.sleep(for: policy.retry.delay(retry)) } catch { return }
      self?.handle(.waited(generation, retry: retry))
    }
  }
}

// MARK: Under the lock

extension LoadStorage {
  /// What a transition leaves to be done outside the lock.
  private struct Step {
    typealias Begun = (run: Machine.Run, load: Running)
    typealias Ended = (load: Running, outcome: LoadOutcome<Value, Failure>)

    typealias Wait = (run: Machine.Run, load: Running, retry: Int)

    let before: Machine
    var publishes = true
    var ended: Ended?
    var begun: Begun?
    var wait: Wait?
    var handle: Running?
  }

  private func take(_ action: Machine.Action, before: Machine) -> Step {
    var step = Step(before: before)
    switch action {
    case .none, .notNeeded: step.publishes = false
    case .join:
      step.publishes = false
      step.handle = running
    case .publish: break
    case .wait(let run, let retry):
      if let running { step.wait = (run, running, retry) }
    case .attempt(let run):
      step.publishes = false
      step.handle = running
      if let running { step.begun = (run, running) }
    case .start(let run): start(run, &step)
    case .replace(let run):
      end(.replaced, &step)
      start(run, &step)
    case .end(let outcome): end(outcome, &step)
    }
    return step
  }

  private func start(_ run: Machine.Run, _ step: inout Step) {
    let load = Running { [weak self] in self?.handle(.cancelRun(run.generation)) }
    running = load
    step.begun = (run, load)
    step.handle = load
  }

  private func end(_ outcome: LoadOutcome<Value, Failure>, _ step: inout Step) {
    if let running { step.ended = (running, outcome) }
    running = nil
  }
}
