/// Performs what the machine of a ``PagedLoader`` decides: runs the work, publishes, settles handles.
///
/// It decides as every ``DecidingStorage`` does: outside the lock it compares keys, cursors and ids,
/// and makes edits.
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
  /// How many pages are being begun, one within another, if they are there at once.
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

  /// Makes an edit; returns whether there was anything to edit.
  func make(_ edit: ListEdit<Item>) -> Bool { handle(.intent(.edit(edit))).changes }

  /// Whether the list of a key shows without a request.
  func remembers(_ key: Key) -> Bool {
    present.machine.remembers(key)
  }

  /// The key of the list that is shown or on its way.
  var keyInQuestion: Key? { present.machine.keyInQuestion }

  func close() {
    handle(.close)
    states.finish()
  }
}

// SAFETY: `moment` is touched inside `states.transition` only, which holds the relay's lock;
// everything else is immutable and Sendable.
extension PagedStorage: @unchecked Sendable {}

extension PagedStorage: DecidingStorage {
  func cancelLoad(_ id: UInt) { handle(.cancelLoad(id)) }

  func hear(_ news: LoadNews<Answer, Failure>) { handle(.heard(news)) }

  func begins(_ ticket: UInt) { handle(.begun(ticket)) }
}

// MARK: Deciding

extension PagedStorage {
  /// What the lock guards: the machine at one moment, and the loads that run: at most three.
  struct Moment: DecidedMoment {
    var machine: Machine
    var running: [RunningLoad<Value, Failure>] = []
    var version: UInt = 0

    init(_ machine: Machine) { self.machine = machine }

    func load(_ id: UInt) -> RunningLoad<Value, Failure>? { running.first { $0.id == id } }
  }

  /// Returns the load that the event began or joined, and whether anything has changed.
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

  /// Notes which loads there are after a reaction; returns these together with those that end.
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

  /// Starts a page within the call, or, where many are there without a suspension, in a task.
  ///
  /// Each brings the next one, so that a long list would be as deep a stack.
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
