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
  typealias Machine = PagedStateMachine<Key, Cursor, Item, Failure>
  typealias Request = PageRequest<Key, Cursor>
  typealias Answer = Page<Cursor, Item>
  typealias Value = PagedList<Key, Item, Failure>
  typealias Reaction = Machine.Reaction

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
    rules = setup.rules
    failureOfTimeout = policy.timeout?.failure.asTimeout(Failure.self)
    elapsed = paging.isTimed ? ElapsedTime(on: policy.clock) : nil
    moment = Moment(Machine(setup))
  }

  func perform(_ intent: PagedIntent<Key, Item>) -> LoadTask<Value, Failure> {
    handle(.intent(intent)).task
  }

  /// Applies an edit; returns true if it has an effect.
  func make(_ edit: ListEdit<Item>) -> Bool { handle(.intent(.edit(edit))).changes }

  /// Returns true if the list of a key is cached, so that it needs no request.
  func remembers(_ key: Key) -> Bool {
    present.machine.remembers(key)
  }

  /// The key of the list that is loading, or else of the settled list.
  var keyInQuestion: Key? { present.machine.keyInQuestion }

  func close() {
    handle(.close)
    states.finish()
  }
}

// SAFETY: `moment` is accessed only inside `states.transition`, which holds the relay's lock;
// everything else is immutable and Sendable.
extension PagedStorage: @unchecked Sendable {}

extension PagedStorage: DecidingStorage {
  func cancelLoad(_ id: UInt) { handle(.cancelLoad(id)) }

  func hear(_ news: LoadNews<Answer, Failure>) { handle(.heard(news)) }

  func begins(_ ticket: UInt) { handle(.begun(ticket)) }
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

  /// Handles an event; returns the load that it started or joined, and whether it had an effect.
  @discardableResult
  private func handle(
    _ event: Machine.Event
  ) -> (task: LoadTask<Value, Failure>, changes: Bool) {
    let now = elapsed?.now() ?? .zero
    while true {
      var moment = present
      let reaction = moment.machine.handle(event, at: now)
      let loads = follow(reaction, &moment)
      let load = reaction.load.flatMap(loads.load)
      load?.escalate()
      let task = LoadTask(load, skipReason: reaction.skipReason)
      switch reaction.change {
      case .none: return (task, false)
      case .silent, .shown: break
      }
      guard commit(&moment, publishing: reaction.change == .shown ? moment.machine.state : nil)
      else { continue }
      for step in reaction.steps { perform(step, loads) }
      return (task, true)
    }
  }

  /// Updates the running loads after a reaction; returns them together with the loads that end.
  private func follow(_ reaction: Reaction, _ moment: inout Moment) -> Moment {
    for step in reaction.steps {
      if case .open(let id) = step { moment.running.append(RunningLoad(id, of: self)) }
    }
    let all = moment
    for step in reaction.steps {
      if case .end(let id, _) = step { moment.running.removeAll { $0.id == id } }
    }
    return all
  }

  private func perform(_ step: Reaction.Step, _ loads: Moment) {
    switch step {
    case .open(let id): count(loads.load(id), in: false)
    case .start(let attempt): startOrPass(attempt, loads.load(attempt.load))
    case .attempt(let attempt): begin(attempt, loads.load(attempt.load))
    case .wait(let id, let ticket, let retry): wait(ticket, retry, loads.load(id))
    case .halt(let id, let ticket): loads.load(id)?.halt(before: ticket)
    case .end(let id, let outcome):
      if loads.load(id)?.end(outcome) == true { policy.activity?.end() }
    }
  }

  /// Starts a page within the call or, after many nested starts without a suspension, in a task.
  ///
  /// Each page starts the next one, so a long list would otherwise overflow the stack.
  private func startOrPass(_ attempt: Machine.Attempt, _ load: RunningLoad<Value, Failure>?) {
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
