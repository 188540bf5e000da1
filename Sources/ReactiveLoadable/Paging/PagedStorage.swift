/// The storage of a ``PagedLoader``: runs the work, publishes states, ends handles.
///
/// Decisions are made as in every ``DecidingStorage``: keys, cursors and ids are compared, and
/// edits applied, outside the lock.
final class PagedStorage<
  Key: Hashable & Sendable,
  Cursor: Hashable & Sendable,
  Item: Identifiable & Sendable,
  Failure: Error
> where Item.ID: Sendable {
  typealias Machine = PagedMachine<Key, Cursor, Item, Failure>
  typealias Request = PageRequest<Key, Cursor>
  typealias Answer = Page<Cursor, Item>
  typealias Value = PagedList<Key, Item, Failure>

  let states = BehaviorRelay(Loadable<Value, Failure>.notRequested)
  let streams = OwnedStreams()
  let policy: LoadPolicy
  let failureOfTimeout: Failure?
  let work: LoadWork<Request, Answer, Failure>
  let place: QueuePlace?
  let rules: PagingPolicy.Rules
  private let elapsed: ElapsedTime?
  var moment: Moment
  /// The number of page starts that are nested in one another on the stack.
  private let depth = Lock(0)

  init(_ paging: PagingPolicy, _ setup: Machine.Setup, _ work: LoadWork<Request, Answer, Failure>) {
    policy = paging.load
    self.work = work
    place = policy.place
    rules = paging.rules
    failureOfTimeout = policy.timeout?.failure.asTimeout(Failure.self)
    elapsed = paging.isTimed ? ElapsedTime(on: policy.clock) : nil
    moment = Moment(Machine(rules, setup))
  }

  func perform(_ intent: PagedIntent<Key, Item>) -> LoadTask<Value, Failure> {
    decide { $0.perform(intent, at: $1) }.task
  }

  /// Applies an edit; returns true if it has an effect.
  func make(_ edit: ListEdit<Item>) -> Bool { decide { $0.perform(.edit(edit), at: $1) }.changes }

  /// Returns true if the list of a key is cached, so that it needs no request.
  func remembers(_ key: Key) -> Bool {
    present.machine.remembers(key)
  }

  /// The key of the list that is loading, or else of the settled list.
  var keyInQuestion: Key? { present.machine.keyInQuestion }

  func close() {
    decide { machine, _ in machine.close() }
    states.finish()
  }
}

// SAFETY: `moment` is accessed only inside `states.transition`, which holds the relay's lock;
// everything else is immutable and Sendable.
extension PagedStorage: @unchecked Sendable {}

extension PagedStorage: DecidingStorage {
  func cancelLoad(_ id: UInt) { decide { machine, _ in machine.cancel(id) } }

  func hear(_ news: LoadNews<Answer, Failure>) { decide { $0.hear(news, at: $1) } }

  func begins(_ ticket: UInt) { decide { machine, _ in machine.begun(ticket) } }
}

// MARK: Deciding

extension PagedStorage {
  /// The state that the lock guards: the machine, and the running loads, at most three.
  struct Moment: DecidedMoment {
    var machine: Machine
    var running: [RunningLoad<Value, Failure>] = []
    var version: UInt = 0

    init(_ machine: Machine) { self.machine = machine }

    func load(_ id: UInt) -> RunningLoad<Value, Failure>? { running.first { $0.id == id } }
  }

  /// Makes a decision; returns the load that it started or joined, and whether it had an effect.
  @discardableResult
  private func decide(
    _ body: (inout Machine, _ now: Duration) -> PagingDecision
  ) -> (task: LoadTask<Value, Failure>, changes: Bool) {
    let now = elapsed?.now() ?? .zero
    while true {
      var moment = present
      let decision = body(&moment.machine, now)
      let loads = follow(decision, &moment)
      let load = decision.load.flatMap(loads.load)
      load?.escalate()
      let task = LoadTask(load, skipReason: decision.skipReason)
      if decision.change == .none { return (task, false) }
      let machine = moment.machine
      guard commit(&moment, publishing: decision.change == .shown ? machine.state : nil)
      else { continue }
      for step in decision.steps { perform(step, loads, machine) }
      return (task, true)
    }
  }

  /// Updates the running loads after a decision; returns them together with the loads that end.
  private func follow(_ decision: PagingDecision, _ moment: inout Moment) -> Moment {
    for case .open(let id) in decision.steps { moment.running.append(RunningLoad(id, of: self)) }
    let all = moment
    for case .end(let id, _) in decision.steps { moment.running.removeAll { $0.id == id } }
    return all
  }

  private func perform(_ step: PagingDecision.Step, _ loads: Moment, _ machine: Machine) {
    switch step {
    case .open(let id): count(loads.load(id), in: false)
    case .start(let target, let id, let ticket):
      guard let request = machine.request(target) else { return }
      startOrPass(Attempt(id, ticket, of: request), loads.load(id))
    case .attempt(let target, let id, let ticket):
      guard let request = machine.request(target) else { return }
      begin(Attempt(id, ticket, of: request), loads.load(id))
    case .wait(let id, let ticket, let retry): wait(ticket, retry, loads.load(id))
    case .halt(let id, let ticket): loads.load(id)?.halt(before: ticket)
    case .end(let id, let outcome):
      if loads.load(id)?.end(machine.outcome(outcome)) == true { policy.activity?.end() }
    }
  }

  /// Starts a page within the call or, after many nested starts without a suspension, in a task.
  ///
  /// Each page starts the next one, so a long list would otherwise overflow the stack.
  private func startOrPass(_ attempt: Attempt, _ load: RunningLoad<Value, Failure>?) {
    let isDeep = depth.withLock { depth in
      depth += 1
      return depth > Self.mostDepth
    }
    if isDeep {
      Task { [weak self] in self?.start(attempt, load) }
    } else {
      start(attempt, load)
    }
    depth.withLock { $0 -= 1 }
  }

  private static var mostDepth: Int { 16 }
}
