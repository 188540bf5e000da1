/// The state of a ``PagedLoader``: its core, which decides, and the values that belong to it.
///
/// It gathers the facts about values that the core needs, and moves the values as the core decides.
/// This is where keys, cursors and ids are compared and edits are applied, so it must not run under
/// a lock.
///
/// It is a class, because the methods of a class need no look-up of its type. A decision is made on
/// a copy, which never changes after that.
final class PagedMachine<
  Key: Hashable & Sendable,
  Cursor: Hashable & Sendable,
  Item: Identifiable & Sendable,
  Failure: Error
> where Item.ID: Sendable {
  typealias List = PagedList<Key, Item, Failure>
  typealias Values = ListContents<Key, Cursor, Item, Failure>
  typealias Plan = ListPlan<Key, Cursor, Item, Failure>
  typealias Event = WorkEvent<Page<Cursor, Item>, Failure>

  /// The part of the configuration that contains functions and values.
  final class Setup: Sendable {
    /// The key of a loader that has only one.
    let onlyKey: Key?
    /// The conversion of a fault of the pages to a failure.
    let failure: @Sendable (PagingError) -> Failure

    init(onlyKey: Key?, failure: @escaping @Sendable (PagingError) -> Failure) {
      self.onlyKey = onlyKey
      self.failure = failure
    }
  }

  let setup: Setup
  @exclusivity(unchecked) private(set) var core: PagingCore
  /// The settled list; after a failure, the list that stays visible.
  @exclusivity(unchecked) var values: Values?
  /// The cached lists, in no order.
  @exclusivity(unchecked) var recent: [Values] = []
  /// The plan of the running load.
  @exclusivity(unchecked) var running: Plan?
  /// The plan of the failed load, with which a retry continues.
  @exclusivity(unchecked) var failed: Plan?
  /// The error of the failed load.
  @exclusivity(unchecked) var error: Box<Failure>?
  @exclusivity(unchecked) var keys: [NumberedKey<Key>] = []
  /// The settled list as clients see it.
  @exclusivity(unchecked) private(set) var list: List?
  var lastNumber = 0
  /// True if keys or cached lists may be unused.
  var hasUnused = false

  init(_ rules: PagingPolicy.Rules, _ setup: Setup) {
    core = PagingCore(rules)
    self.setup = setup
  }

  init(copying other: PagedMachine) {
    setup = other.setup
    core = other.core
    values = other.values
    recent = other.recent
    running = other.running
    failed = other.failed
    error = other.error
    keys = other.keys
    list = other.list
    lastNumber = other.lastNumber
    hasUnused = other.hasUnused
  }
}

// SAFETY: only the decision that has created a machine changes it, before it is committed.
extension PagedMachine: @unchecked Sendable {}

// MARK: State

extension PagedMachine {
  var state: Loadable<List, Failure> {
    if case .loading(let run) = core.phase {
      return .loading(
        Loading(
          previous: run.showsSettled ? list : nil,
          cause: run.plan.cause,
          attempt: run.attempts.retries,
          progress: run.plan.progress
        )
      )
    }
    switch core.settled {
    case .notRequested: break
    case .listed: if let list { return .loaded(list) }
    case .failed(let plan):
      if let error { return .failed(Failed(error: error.value, previous: list, cause: plan.cause)) }
    }
    return .notRequested
  }

  /// The key of the list that is loading, or else of the settled list.
  var keyInQuestion: Key? { core.keyInQuestion.flatMap { key($0)?.key } }

  /// Returns true if the list of a key is cached, so that it needs no request.
  func remembers(_ key: Key) -> Bool { knownNumber(of: key).map(core.remembers) ?? false }

  /// Returns the request of the page that a part of the list loads next.
  func request(_ target: PagingTarget) -> Values.Shared? {
    switch target {
    case .list: running?.request
    case .end(let end): values?.request(at: end)
    }
  }

  /// Returns the end of a load that the last event has ended.
  func end(_ outcome: PagingDecision.Outcome) -> LoadEnd {
    switch outcome {
    case .loaded: LoadEnd(.loaded, list.map { Box($0) })
    case .failed(.list): LoadEnd(.failed, nil, error)
    case .failed(.end(let end)): LoadEnd(.failed, nil, values?[error: end])
    case .cancelled: LoadEnd(.cancelled)
    case .replaced: LoadEnd(.replaced)
    case .skipped(let reason): LoadEnd(.skipped(reason))
    }
  }
}

// MARK: Events

extension PagedMachine {
  /// Applies another configuration, including to running loads.
  func obey(_ rules: PagingPolicy.Rules) {
    if core.rules.window != rules.window { keep(rules.window) }
    core.obey(rules)
    releaseUnused()
  }

  /// Makes all later tickets newer than this one.
  func skipTickets(to ticket: UInt) { core.tickets.skip(to: ticket) }

  /// Performs an intent at a time with an arbitrary origin; only timed policies need the time.
  func perform(_ intent: PagedIntent<Key, Item>, at now: Duration = .zero) -> PagingDecision {
    handle {
      switch intent {
      case .load(let key): core.load(number(of: key), ifNeededAt: nil)
      case .loadIfNeeded(let key): core.load(number(of: key), ifNeededAt: now)
      case .next: ask(.end, now)
      case .previous: ask(.start, now)
      case .visible(at: let index): core.see(index, at: now)
      case .visibleItem(let id):
        if let offset = values?.offset(of: id) { core.see(offset, at: now) }
      case .refresh: core.refresh(isDeep: false, startsSame: true)
      case .refreshAllPages: core.refresh(isDeep: true, startsSame: deepensInPlace)
      case .retry: core.retry()
      case .cancel: core.cancel()
      case .clear: core.clear()
      case .reset: core.reset()
      case .invalidate: core.invalidate()
      case .edit(let edit): make(edit)
      }
    }
  }

  /// Handles an event of a page.
  func handle(_ event: Event, at now: Duration = .zero) -> PagingDecision {
    switch event.core {
    case .heard(.reported, _, _), .intent, .begun, .close: PagingDecision()
    case .heard(.succeeded, let ticket, _):
      handle { if let page = event.value { take(page.value, of: ticket, now) } }
    case .heard(let attempt, let ticket, _):
      handle(event.failure) { core.handle(attempt, of: ticket, at: now) }
    case .cancelLoad(let load): cancel(load)
    }
  }

  /// Cancels the load with a ticket.
  func cancel(_ load: UInt) -> PagingDecision { handle { core.cancel(load) } }

  /// Records that an attempt that has waited in a queue starts.
  func begun(_ ticket: UInt) -> PagingDecision { handle { core.begun(ticket) } }

  /// Ends all loads; later events have no effect.
  func close() -> PagingDecision { handle { core.close() } }

  /// Handles an event in the core, and moves the values accordingly.
  private func handle(_ error: Box<Failure>? = nil, _ event: () -> Void) -> PagingDecision {
    if core.phase == .closed { return PagingDecision() }
    event()
    moveValues(error)
    let decision = core.takeDecision()
    if decision.change != .none { releaseUnused() }
    if decision.change == .shown { showList() }
    return decision
  }

  private func moveValues(_ error: Box<Failure>? = nil) {
    for move in core.decision.takeMoves() { apply(move, error) }
  }

  private func showList() {
    if let values, let shown = core.list { list = values.shown(shown) } else { list = nil }
  }

  private func ask(_ end: ListEnd, _ now: Duration) {
    var onlyKey: PagingCore.KeyNumber?
    if core.settled == .notRequested, core.lastKey == nil, let key = setup.onlyKey {
      onlyKey = number(of: key)
    }
    core.ask(end, orElse: onlyKey, at: now)
  }

  private func make(_ edit: ListEdit<Item>) {
    var (isInsertion, isRemoval) = (false, false)
    if case .insert = edit { isInsertion = true }
    if case .remove = edit { isRemoval = true }
    for (key, count) in editRecent(edit) { core.edited(key, count: count) }
    for edited in core.edits(isInsertion: isInsertion) {
      switch edited {
      case .settled:
        if let count = editSettled(edit) { core.edited(count: count, isRemoval: isRemoval) }
      case .running:
        changePlan { $0.note(edit) }
        core.decision.noteChange()
      case .failed:
        failed = failed.map(Plan.init(copying:))
        failed?.note(edit)
        core.decision.noteChange()
      }
    }
  }

  private func take(_ page: Page<Cursor, Item>, of ticket: UInt, _ now: Duration) {
    switch core.target(of: ticket) {
    case .end(let end): if let added = add(page, at: end) { core.take(added, at: end, now) }
    case .list:
      running = running.map(Plan.init(copying:))
      guard let added = running?.take(page) else { return }
      let (lands, fault) = core.take(added)
      moveValues()
      if lands, let whole = running?.applyEdits() { core.land(whole, fault, at: now) }
    case nil: break
    }
  }
}
