import CombineShim
package import ReactiveLoading
package import ReactiveRelays
import Synchronization

/// The storage of a ``PagedLoader``: runs the work, publishes states, ends handles.
///
/// The lock of the relay that publishes the states guards the machine, so the order of the states
/// is the order of the decisions. A decision is made on a copy of the machine, outside the lock,
/// because it compares keys, cursors and ids, and applies edits. The copy is committed if no other
/// thread has committed one in the meantime; otherwise the decision is made again.
package final class PagedStorage<
  Key: Hashable & Sendable,
  Cursor: Hashable & Sendable,
  Item: Identifiable & Sendable,
  Failure: Error
    // SAFETY: every `var` is touched under the relay's lock only; all else is immutable.
>: WorkOwner, @unchecked Sendable where Item.ID: Sendable {
  typealias Machine = PagedMachine<Key, Cursor, Item, Failure>
  typealias Work = LoadWork<PageRequest<Key, Cursor>, Page<Cursor, Item>, Failure>
  package typealias Value = PagedList<Key, Item, Failure>

  package let states = BehaviorRelay(Loadable<Value, Failure>.notRequested)
  package let streams = CancellableBag()
  let policy: PagingPolicy.Resolved
  private let work: Work
  private let performer: ForwardingPerformer
  // These are guarded by the lock of the relay.
  @exclusivity(unchecked) private var machine: Machine
  @exclusivity(unchecked) private var running: [RunningLoad] = []
  /// The order of the requests of callers and streams.
  @exclusivity(unchecked) private var order = RequestOrder()
  /// The number of page starts that are nested in one another on the stack.
  private let depth = Atomic(0)

  init(_ paging: PagingPolicy, _ configuration: Machine.Configuration, _ work: Work) {
    self.work = work
    policy = paging.resolved
    machine = Machine(policy, configuration)
    performer = ForwardingPerformer(
      paging.load,
      failure: Failure.self,
      relay: states.core,
      elapsed: paging.isTimed ? ElapsedTime(on: paging.load.clock) : nil
    )
    performer.owner = self
  }

  /// The policy of the loads of pages.
  var loadPolicy: LoadPolicy { performer.policy }

  package func cancelLoad(_ id: UInt) { decide { machine, _ in machine.cancel(id) } }

  package func handle(_ event: WorkEvent) {
    decide(after: event) { $0.handle(event, at: $1) }
  }

  package func attemptStarted(_ ticket: UInt) {
    decide { machine, _ in machine.attemptStarted(ticket) }
  }

  package func perform(_ intent: PagedIntent<Key, Item>) -> LoadTask<Value, Failure> {
    if intent.effect != .none { performer.locked { order.recordCall() } }
    return perform(intent, unlessSuperseded: nil)
  }

  package func nextRequestNumber() -> UInt { performer.locked { order.next() } }

  @discardableResult
  package func admit(_ number: UInt) -> Bool { performer.locked { order.admit(number) } }

  package func effect(of intent: PagedIntent<Key, Item>) -> RequestEffect { intent.effect }

  package func perform(
    _ intent: PagedIntent<Key, Item>,
    unlessSuperseded number: UInt?
  ) -> LoadTask<Value, Failure> {
    if isRefused() { return LoadTask(StartedLoad(nil)) }
    return decide(intent, heldSince: number) { $0.perform(intent, at: $1) }.task
  }

  /// Applies an edit; returns true if it has an effect.
  func apply(_ edit: ListEdit<Item>) -> Bool {
    !isRefused() && decide(.edit(edit)) { $0.perform(.edit(edit), at: $1) }.changes
  }

  /// Adds an observer of this list only.
  func add(_ observer: LoadObserver) -> AnyCancellable { performer.add(observer, defaultName) }

  /// The name of a list whose policy has none, with its types.
  package var defaultName: String { "PagedLoader<\(Key.self), \(Item.self)>" }

  /// The key of a running load.
  package func request(of load: RunningLoad) -> AnyBox? {
    let (machine, running) = snapshot
    return running.contains { $0 === load } ? machine.currentKey.map { Box($0) } : nil
  }

  package var nameInReports: String { performer.nameInReports }

  /// Returns whether the current thread must not change the list, which is reported as an issue.
  private func isRefused() -> Bool {
    let isRefused = performer.locked { performer.isReentrant }
    if isRefused { ReentrancyGuard.report() }
    return isRefused
  }

  package func isCached(_ key: Key) -> Bool { snapshot.machine.isCached(key) }
  package var currentKey: Key? { snapshot.machine.currentKey }

  func close() {
    decide { machine, _ in machine.close() }
    states.finish()
  }
}

extension PagedStorage: IntentPerformer {}

// MARK: Deciding

extension PagedStorage {
  private var snapshot: (machine: Machine, running: [RunningLoad]) {
    performer.locked { (machine, running) }
  }

  /// The state to decide about a held request on; `nil` if the request is superseded.
  private func snapshot(for number: UInt?) -> (machine: Machine, running: [RunningLoad])? {
    performer.locked {
      number.map { order.admit($0) } ?? true ? (machine, running) : nil
    }
  }

  /// Makes a decision; returns the load that it started or joined, and whether it had an effect.
  ///
  /// It is that of an intent, or follows an event of the work. A request that a stream has held has
  /// a number, and is dropped if it is superseded.
  @discardableResult
  private func decide(
    _ intent: PagedIntent<Key, Item>? = nil,
    after event: WorkEvent? = nil,
    heldSince number: UInt? = nil,
    _ body: (Machine, _ now: Duration) -> PagingDecision
  ) -> (task: LoadTask<Value, Failure>, changes: Bool) {
    let now = performer.now
    let events = performer.observedEvents(defaultName)
    let time = events?.now ?? .zero
    var mayChange = true
    if case .edit = intent { mayChange = false }
    while true {
      guard let (before, loads) = snapshot(for: number) else {
        return (LoadTask(StartedLoad(nil)), false)
      }
      var all = loads
      let machine = Machine(copying: before)
      let decision =
        mayChange ? body(machine, now) : performer.guardingReentrancy { body(machine, now) }
      // A decision that was overtaken may have been overtaken by its own code.
      mayChange = false
      for case .open(let id) in decision.steps { all.append(RunningLoad(id, of: performer)) }
      let load = decision.load.flatMap { id in all.first { $0.id == id } }
      load?.escalate()
      let task = LoadTask<Value, Failure>(StartedLoad(load, skipReason: decision.skipReason))
      var observed: [ObservedChange] = []
      if events != nil {
        observed = machine.changes(from: before, by: decision, of: intent, after: event)
      }
      if decision.change == .none {
        let isCurrent =
          observed.isEmpty
          || performer.locked {
            if self.machine === before { events?.append(observed, at: time) }
            return self.machine === before
          }
        guard isCurrent else { continue }
        events?.deliver()
        return (task, false)
      }
      var running = all
      for case .end(let id, _) in decision.steps { running.removeAll { $0.id == id } }
      let shows = decision.change == .shown
      let isCommitted = commit(machine, running, after: before, heldSince: number, shows: shows) {
        events?.append(observed, at: time)
      } then: {
        events?.deliver()
      }
      guard isCommitted else { continue }
      for step in decision.steps { perform(step, all, machine) }
      return (task, true)
    }
  }

  /// Replaces the machine, unless another thread has done so since it was copied.
  ///
  /// `record` runs under the lock, and `prepare` outside it before the delivery.
  private func commit(
    _ new: Machine,
    _ loads: [RunningLoad],
    after before: Machine,
    heldSince number: UInt?,
    shows: Bool,
    _ record: () -> Void,
    then prepare: () -> Void
  ) -> Bool {
    var isCommitted = false
    states.core.transition {
      guard machine === before, number.map({ order.admit($0) }) ?? true else { return nil }
      (machine, running, isCommitted) = (new, loads, true)
      record()
      return shows ? new.state : nil
    } beforeDelivery: {
      prepare()
    }
    return isCommitted
  }

  private func perform(_ step: PagingDecision.Step, _ running: [RunningLoad], _ machine: Machine) {
    func load(_ id: UInt) -> RunningLoad? { running.first { $0.id == id } }
    switch step {
    case .open(let id): performer.count(load(id), isReplacement: false)
    case .proceed(let target):
      guard let page = machine.core[target], let request = machine.request(target) else { return }
      let call = LoadCall(request: request, function: work.function)
      if page.attempts.isFirst {
        startWithinCallOrTask(page.attempts, call, load(page.load))
      } else {
        performer.proceed(page.attempts, call, load(page.load))
      }
    case .halt(let id, let ticket): load(id)?.halt(before: ticket)
    case .end(let id, let outcome):
      if load(id)?.end(machine.end(outcome)) == true { performer.policy.activity?.end() }
    }
  }

  /// Starts a page within the call or, after many nested starts without a suspension, in a task.
  ///
  /// Each page starts the next one, so a long list would otherwise overflow the stack.
  private func startWithinCallOrTask(_ cycle: AttemptCycle, _ call: LoadCall, _ load: RunningLoad?)
  {
    let isDeep = depth.add(1, ordering: .relaxed).newValue > Self.maxDepth
    if isDeep {
      Task { [weak performer] in performer?.start(cycle, call, load) }
    } else {
      performer.start(cycle, call, load)
    }
    depth.subtract(1, ordering: .relaxed)
  }

  private static var maxDepth: Int { 16 }
}
