import Synchronization

/// The storage of a ``PagedLoader``: runs the work, publishes states, ends handles.
///
/// The lock of the relay that publishes the states guards the machine, so the order of the states
/// is the order of the decisions. A decision is made on a copy of the machine, outside the lock,
/// because it compares keys, cursors and ids, and applies edits. The copy is committed if no other
/// thread has committed one in the meantime; otherwise the decision is made again.
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
  let failureOfTimeout: Box<Failure>?
  let work: LoadWork<Request, Answer, Failure>
  let place: QueuePlace?
  let rules: PagingPolicy.Rules
  private let elapsed: ElapsedTime?
  // Both are guarded by the lock of the relay.
  @exclusivity(unchecked) private var machine: Machine
  @exclusivity(unchecked) private var running: [RunningLoad] = []
  /// The number of page starts that are nested in one another on the stack.
  private let depth = Atomic(0)

  init(_ paging: PagingPolicy, _ setup: Machine.Setup, _ work: LoadWork<Request, Answer, Failure>) {
    policy = paging.load
    self.work = work
    place = policy.place
    rules = paging.rules
    failureOfTimeout = policy.timeout.map { Box($0.failure.asTimeout(Failure.self)) }
    elapsed = paging.isTimed ? ElapsedTime(on: policy.clock) : nil
    machine = Machine(rules, setup)
  }

  func perform(_ intent: PagedIntent<Key, Item>) -> LoadTask<Value, Failure> {
    decide { $0.perform(intent, at: $1) }.task
  }

  /// Applies an edit; returns true if it has an effect.
  func make(_ edit: ListEdit<Item>) -> Bool { decide { $0.perform(.edit(edit), at: $1) }.changes }

  func remembers(_ key: Key) -> Bool { present.machine.remembers(key) }
  var keyInQuestion: Key? { present.machine.keyInQuestion }

  func close() {
    decide { machine, _ in machine.close() }
    states.finish()
  }
}

// SAFETY: `machine` and `running` are accessed only under the relay's lock; everything else is
// immutable and Sendable.
extension PagedStorage: @unchecked Sendable {}

extension PagedStorage: IntentPerformer {
  func cancelLoad(_ id: UInt) { decide { machine, _ in machine.cancel(id) } }

  func handle(_ event: WorkEvent<Answer, Failure>) { decide { $0.handle(event, at: $1) } }

  func begins(_ ticket: UInt) { decide { machine, _ in machine.begun(ticket) } }
}

// MARK: Deciding

extension PagedStorage {
  private var present: (machine: Machine, running: [RunningLoad]) {
    states.core.locked { (machine, running) }
  }

  /// Makes a decision; returns the load that it started or joined, and whether it had an effect.
  @discardableResult
  private func decide(
    _ body: (Machine, _ now: Duration) -> PagingDecision
  ) -> (task: LoadTask<Value, Failure>, changes: Bool) {
    let now = elapsed?.now() ?? .zero
    while true {
      let (before, loads) = present
      var all = loads
      let machine = Machine(copying: before)
      let decision = body(machine, now)
      for case .open(let id) in decision.steps { all.append(RunningLoad(id, of: self)) }
      let load = decision.load.flatMap { id in all.first { $0.id == id } }
      load?.escalate()
      let task = LoadTask<Value, Failure>(load, skipReason: decision.skipReason)
      if decision.change == .none { return (task, false) }
      var running = all
      for case .end(let id, _) in decision.steps { running.removeAll { $0.id == id } }
      guard commit(machine, running, after: before, shows: decision.change == .shown)
      else { continue }
      for step in decision.steps { perform(step, all, machine) }
      return (task, true)
    }
  }

  /// Replaces the machine, unless another thread has done so since it was copied.
  private func commit(
    _ new: Machine,
    _ loads: [RunningLoad],
    after before: Machine,
    shows: Bool
  ) -> Bool {
    func replace() -> Bool {
      guard machine === before else { return false }
      (machine, running) = (new, loads)
      return true
    }
    if shows { return states.core.accept({ new.state }, if: replace) }
    return states.core.locked(replace)
  }

  private func perform(_ step: PagingDecision.Step, _ running: [RunningLoad], _ machine: Machine) {
    func load(_ id: UInt) -> RunningLoad? { running.first { $0.id == id } }
    switch step {
    case .open(let id): count(load(id), in: false)
    case .start(let target, let id, let ticket):
      guard let request = machine.request(target) else { return }
      startOrPass(ticket, of: request, load(id))
    case .attempt(let target, let id, let ticket):
      guard let request = machine.request(target) else { return }
      begin(ticket, of: request, load(id))
    case .wait(let id, let ticket, let retry): wait(ticket, retry, load(id))
    case .halt(let id, let ticket): load(id)?.halt(before: ticket)
    case .end(let id, let outcome):
      if load(id)?.end(machine.end(outcome)) == true { policy.activity?.end() }
    }
  }

  /// Starts a page within the call or, after many nested starts without a suspension, in a task.
  ///
  /// Each page starts the next one, so a long list would otherwise overflow the stack.
  private func startOrPass(_ ticket: UInt, of request: Box<Request>, _ load: RunningLoad?) {
    let isDeep = depth.add(1, ordering: .relaxed).newValue > Self.mostDepth
    if isDeep {
      Task { [weak self] in self?.start(ticket, of: request, load) }
    } else {
      start(ticket, of: request, load)
    }
    depth.subtract(1, ordering: .relaxed)
  }

  private static var mostDepth: Int { 16 }
}
