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
  let failureOfTimeout: Failure?
  let work: LoadWork<Request, Answer, Failure>
  let place: QueuePlace?
  let rules: PagingPolicy.Rules
  private let elapsed: ElapsedTime?
  // Both are guarded by the lock of the relay.
  @exclusivity(unchecked) private var machine: Machine
  @exclusivity(unchecked) private var running = RunningPages()
  /// The number of page starts that are nested in one another on the stack.
  private let depth = Lock(0)

  init(_ paging: PagingPolicy, _ setup: Machine.Setup, _ work: LoadWork<Request, Answer, Failure>) {
    policy = paging.load
    self.work = work
    place = policy.place
    rules = paging.rules
    failureOfTimeout = policy.timeout?.failure.asTimeout(Failure.self)
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

  func hear(_ news: LoadNews<Answer, Failure>) { decide { $0.hear(news, at: $1) } }

  func begins(_ ticket: UInt) { decide { machine, _ in machine.begun(ticket) } }
}

// MARK: Deciding

extension PagedStorage {
  private var present: (machine: Machine, running: RunningPages) {
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
      var running = loads
      let machine = Machine(copying: before)
      let decision = body(machine, now)
      for case .open(let id) in decision.steps { running.add(Running(id, of: self), id) }
      var load: Running?
      if let id = decision.load { load = self.load(id, in: running) }
      load?.escalate()
      let task = LoadTask(load, skipReason: decision.skipReason)
      if decision.change == .none { return (task, false) }
      let all = running
      for case .end(let id, _) in decision.steps { running.remove(id) }
      guard commit(machine, running, after: before, shows: decision.change == .shown)
      else { continue }
      for step in decision.steps { perform(step, all, machine) }
      return (task, true)
    }
  }

  /// Replaces the machine, unless another thread has done so since it was copied.
  private func commit(
    _ new: Machine,
    _ loads: RunningPages,
    after before: Machine,
    shows: Bool
  ) -> Bool {
    func replace() -> Bool {
      guard machine === before else { return false }
      (machine, running) = (new, loads)
      return true
    }
    if shows { return states.core.accept(new.state, if: replace) }
    return states.core.locked(replace)
  }

  private func load(_ id: UInt, in running: RunningPages) -> Running? {
    guard let load = running[id] else { return nil }
    // SAFETY: only loads of this type are added.
    return unsafeDowncast(load, to: Running.self)
  }

  private func perform(_ step: PagingDecision.Step, _ running: RunningPages, _ machine: Machine) {
    func load(_ id: UInt) -> Running? { self.load(id, in: running) }
    switch step {
    case .open(let id): count(load(id), in: false)
    case .start(let target, let id, let ticket):
      guard let request = machine.request(target) else { return }
      startOrPass(Attempt(id, ticket, of: request.request), load(id))
    case .attempt(let target, let id, let ticket):
      guard let request = machine.request(target) else { return }
      begin(Attempt(id, ticket, of: request.request), load(id))
    case .wait(let id, let ticket, let retry): wait(ticket, retry, load(id))
    case .halt(let id, let ticket): load(id)?.halt(before: ticket)
    case .end(let id, let outcome):
      if load(id)?.end(machine.outcome(outcome)) == true { policy.activity?.end() }
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

/// The running loads by their tickets: at most one of the list and one at each end.
///
/// It is not generic, because its owner knows the type of the loads.
private struct RunningPages: Sendable {
  private var entries: [(id: UInt, load: any AnyObject & Sendable)] = []

  mutating func add(_ load: any AnyObject & Sendable, _ id: UInt) { entries.append((id, load)) }

  mutating func remove(_ id: UInt) { entries = entries.filter { $0.id != id } }

  subscript(id: UInt) -> AnyObject? {
    for entry in entries where entry.id == id { return entry.load }
    return nil
  }
}
