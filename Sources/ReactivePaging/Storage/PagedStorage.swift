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
>: LoadOwner, IntentPerformer, @unchecked Sendable
where Item.ID: Sendable {
  typealias Machine = PagedMachine<Key, Cursor, Item, Failure>
  typealias Work = LoadWork<PageRequest<Key, Cursor>, Page<Cursor, Item>, Failure>
  package typealias Value = PagedList<Key, Item, Failure>

  package let states = BehaviorRelay(Loadable<Value, Failure>.notRequested)
  /// The load function, without its types.
  let function: LoadFunction
  /// The records of the lists; `nil` if the lists are not saved.
  let lists: ListRecords?
  package let performer: LoadPerformer
  let elapsed: ElapsedTime?
  // These are guarded by the lock of the relay.
  @exclusivity(unchecked) private var machine: Machine
  @exclusivity(unchecked) private var running: [RunningLoad] = []
  @exclusivity(unchecked) private var reentrancyGuard = ReentrancyGuard()
  /// The steps of edits by code that the list runs to make a decision.
  @exclusivity(unchecked) var deferredSteps: [EditStep] = []
  /// The streams of intents, and the order of their requests; `nil` before the first one.
  @exclusivity(unchecked) private var intentStreams: IntentStreams?
  /// The number of page starts that are nested in one another on the stack.
  let depth = Atomic(0)

  init(
    _ paging: PagingPolicy,
    failure: @escaping @Sendable (PagingError) -> Failure,
    _ work: Work,
    _ lists: ListRecords? = nil
  ) {
    self.lists = lists
    function = work.function
    var policy = paging.resolved
    policy.savedPages = lists?.pages ?? 0
    machine = Machine(policy, failure: failure)
    elapsed = paging.isTimed ? ElapsedTime(on: paging.load.clock) : nil
    paging.load.name(states.core, of: "PagedLoader")
    performer = LoadPerformer(
      paging.load,
      Self.attemptStart(paging.load, lists),
      timeoutFailure: paging.load.timeoutFailure(of: Failure.self)
    )
    lists?.records.report { [weak self] in self?.report($0, of: $1) }
  }

  private static func attemptStart(
    _ policy: borrowing LoadPolicy,
    _ lists: ListRecords?
  ) -> AttemptStart? {
    guard let lists else { return policy.attemptStart }
    return policy.attemptStart(after: reading(lists.records, within: ReadTimeout(policy)))
  }

  package func handle(_ event: LoadCore.Event, _ payload: LoadSlots.Payload) {
    handle(after: payload) { $0.handle(event, payload, at: $1) }
  }

  package func perform(_ intent: PagedIntent<Key, Item>) -> LoadTask<Value, Failure> {
    if effect(of: intent) != .none { states.core.locked { intentStreams?.order.recordCall() } }
    return perform(intent, unlessSuperseded: nil)
  }

  package var streams: CancellableBag {
    states.core.locked { IntentStreams.created(&intentStreams).owned }
  }

  package func nextRequestNumber() -> UInt {
    states.core.locked { IntentStreams.created(&intentStreams).order.next() }
  }

  @discardableResult
  package func admit(_ number: UInt) -> Bool { states.core.locked { admitLocked(number) } }

  /// Records that a held request is performed; returns false if it is superseded.
  ///
  /// Called under the lock.
  private func admitLocked(_ number: UInt) -> Bool {
    IntentStreams.created(&intentStreams).order.admit(number)
  }

  package func effect(of intent: PagedIntent<Key, Item>) -> RequestEffect {
    switch intent {
    case .load, .loadIfNeeded, .cancel: .request
    case .clear, .reset: .removal
    case .next, .previous, .visible, .visibleItem, .refresh, .refreshAllPages, .revalidate, .retry,
      .invalidate, .edit:
      .none
    }
  }

  package func perform(
    _ intent: PagedIntent<Key, Item>,
    unlessSuperseded number: UInt?
  ) -> LoadTask<Value, Failure> {
    if isRefused() { return LoadTask(StartedLoad(nil)) }
    return handle(intent, heldSince: number) { $0.perform(intent, at: $1) }.task
  }

  func setVisible(at index: Int) {
    if !recordVisible({ _ in index }) { _ = perform(.visible(at: index)) }
  }

  func setVisible(_ id: Item.ID) {
    if !recordVisible({ $0.contents?.offset(of: id) }) { _ = perform(.visibleItem(id)) }
  }

  /// Records a visible row that needs no page, which most rows do not; returns false for others.
  ///
  /// It publishes no state and no event. As an intent, it would cost 11,500 instructions.
  private func recordVisible(_ offset: (Machine) -> Int?) -> Bool {
    let before = states.core.locked { machine }
    guard let new = before.withVisible(at: offset(before)) else { return false }
    return states.core.locked {
      guard machine === before, !reentrancyGuard.includesCurrentThread else { return false }
      machine = new
      return true
    }
  }

  /// Applies an edit; returns true if it has an effect.
  func apply(_ edit: ListEdit<Item>) -> Bool {
    !isRefused() && handle(.edit(edit)) { $0.perform(.edit(edit), at: $1) }.changes
  }

  package var statesRelay: RelayCore? { states.core }

  package var defaultName: String { "PagedLoader<\(Key.self), \(Item.self)>" }

  package func request(of load: RunningLoad) -> AnyBox? {
    let (machine, running) = states.core.locked { (self.machine, self.running) }
    return running.contains { $0 === load } ? machine.currentKey.map { Box($0) } : nil
  }

  /// True if the current thread decides about the list, and must not change it.
  package var refusesEdits: Bool { states.core.locked { reentrancyGuard.includesCurrentThread } }

  /// Returns whether the current thread must not change the list, which is reported as an issue.
  private func isRefused() -> Bool {
    let isRefused = refusesEdits
    if isRefused { ReentrancyGuard.report(of: "A list") }
    return isRefused
  }

  /// The state of the load of the list, as a scope decides about it.
  var scopedState: ScopedState {
    let isInUse = states.isInUse
    let (machine, running) = states.core.locked { (self.machine, self.running) }
    let work = machine.core[.list]
    return ScopedState(
      isInUse: isInUse,
      running: work.flatMap { work in running.first { $0.id == work.load } },
      isWaiting: work?.attempts.isWaiting ?? false,
      isOutdated: machine.core.runningLoad?.isOutdated ?? false,
      hasWaitingEnd: ListEnd.allCases.contains {
        machine.core[.end($0)]?.attempts.isWaiting ?? false
      }
    )
  }

  package func isCached(_ key: Key) -> Bool { states.core.locked { machine }.isCached(key) }
  package var currentKey: Key? { states.core.locked { machine }.currentKey }
  var policy: PagingPolicy.Resolved { states.core.locked { machine }.core.policy }

  func close() {
    handle(.close, LoadSlots.Payload())
    states.finish()
  }
}

// MARK: Deciding

extension PagedStorage {
  var currentSnapshot: Snapshot {
    states.core.locked { Snapshot(machine: machine, running: running) }
  }

  /// The state to decide about a held request on; `nil` if the request is superseded.
  private func snapshot(for number: UInt?) -> Snapshot? {
    states.core.locked {
      number.map(admitLocked) ?? true ? Snapshot(machine: machine, running: running) : nil
    }
  }

  /// Decides and performs; returns the started or joined load, and whether anything changed.
  ///
  /// The decision is that of an intent, or follows an event of the work. A request that a stream
  /// has held has a number, and is dropped if it is superseded. `removal` makes all records misses
  /// in the same decision. `didCommit` is called outside the lock before the delivery.
  @discardableResult
  func handle(
    _ intent: PagedIntent<Key, Item>? = nil,
    after payload: LoadSlots.Payload? = nil,
    edits: [EditStep] = [],
    heldSince number: UInt? = nil,
    removing removal: (() -> Void)? = nil,
    _ didCommit: () -> Void = {},
    _ body: (Machine, _ now: Duration) -> PagingDecision
  ) -> (task: LoadTask<Value, Failure>, changes: Bool) {
    // An edit runs code of the caller.
    var needsGuard = if case .edit? = intent { true } else { !edits.isEmpty }
    while let snapshot = snapshot(for: number) {
      var draft = draft(
        of: snapshot,
        intent,
        after: payload,
        edits: edits,
        removing: removal,
        isGuarded: needsGuard,
        body
      )
      let load = draft.turn.load
      load?.escalate()
      guard draft.isSilent && !needsGuard || commit(&draft, heldSince: number, didCommit) else {
        // It may have been overtaken by its own code.
        needsGuard = true
        continue
      }
      perform(draft.turn, draft.machine, after: draft.before, payload?.failure)
      if !draft.deferredSteps.isEmpty { edit(draft.deferredSteps) }
      let reason = draft.turn.decision.skipReason
      let task = LoadTask<Value, Failure>(StartedLoad(load, skipReason: reason))
      return (task, draft.turn.decision.change != .none)
    }
    return (LoadTask(StartedLoad(nil)), false)
  }

  /// Performs a reset whose decision also makes all records misses, by a closure under the lock.
  func reset(removing removal: @escaping () -> Void) {
    if isRefused() { return }
    states.core.locked { intentStreams?.order.recordCall() }
    handle(.reset, removing: removal) { $0.perform(.reset, at: $1) }
  }

  /// Runs code of the caller, and refuses changes by this code.
  func guardingReentrancy<R>(_ body: () -> R) -> R {
    states.core.locked { reentrancyGuard.addCurrentThread() }
    defer { states.core.locked { reentrancyGuard.removeCurrentThread() } }
    return body()
  }

  /// Commits a draft and publishes its state, unless another thread has committed one since.
  private func commit(
    _ draft: inout Draft,
    heldSince number: UInt?,
    _ didCommit: () -> Void
  ) -> Bool {
    var isCommitted = false
    states.core.transition {
      guard isCurrent(draft), number.map(admitLocked) ?? true else { return nil }
      isCommitted = true
      return accept(&draft)
    } beforeDelivery: {
      if isCommitted {
        didCommit()
        draft.events?.deliver()
      }
    }
    return isCommitted
  }

  /// Returns whether no other decision was committed since a draft was made; called under the lock.
  func isCurrent(_ draft: borrowing Draft) -> Bool { machine === draft.before }

  /// Makes the machine of a draft the current one, and returns the state to publish.
  ///
  /// Called under the lock.
  func accept(_ draft: inout Draft) -> Loadable<Value, Failure>? {
    if let observed = draft.observed { draft.events?.append(observed, at: draft.time) }
    for operation in draft.operations { lists?.records.add(operation) }
    draft.removal?()
    swap(&deferredSteps, &draft.deferredSteps)
    let decision = draft.turn.decision
    if decision.change != .none { (machine, running) = (draft.machine, draft.turn.running) }
    return decision.change == .shown ? draft.machine.state : nil
  }
}
