import ReactiveLoading

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
  @exclusivity(unchecked) var core: PagingCore
  /// The settled list; after a failure, the list that stays visible.
  @exclusivity(unchecked) var values: Values?
  /// The cached lists, in no order.
  @exclusivity(unchecked) var recent: [Values]
  /// The plan of the running load.
  @exclusivity(unchecked) var running: Plan?
  /// The plan of the failed load, with which a retry continues.
  @exclusivity(unchecked) var failed: Plan?
  /// The error of the failed load.
  @exclusivity(unchecked) var error: Box<Failure>?
  @exclusivity(unchecked) var keys: [NumberedKey<Key>]
  /// The settled list as clients see it.
  @exclusivity(unchecked) private(set) var list: List?
  var lastNumber = 0
  /// True if keys or cached lists may be unused.
  var hasUnused = false

  init(_ rules: PagingPolicy.Rules, _ setup: Setup) {
    core = PagingCore(rules)
    self.setup = setup
    (recent, keys) = ([], [])
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
          attempt: run.work.attempts.retries,
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

  /// Returns the request of the page that a part of the list loads next.
  func request(_ target: PagingTarget) -> Box<PageRequest<Key, Cursor>>? {
    switch target {
    case .list: running?.draft.request(at: .end)
    case .end(let end): values?.request(at: end)
    }
  }

  /// Returns the end of a load that the last event has ended.
  func end(_ outcome: PagingDecision.Outcome) -> AnyLoadOutcome {
    switch outcome {
    case .loaded: AnyLoadOutcome(.loaded, list.map { Box($0) })
    case .failed(.list): AnyLoadOutcome(.failed, nil, error)
    case .failed(.end(let end)): AnyLoadOutcome(.failed, nil, values?[error: end])
    case .cancelled: AnyLoadOutcome(.cancelled)
    case .replaced: AnyLoadOutcome(.replaced)
    case .skipped(let reason): AnyLoadOutcome(.skipped(reason))
    }
  }
}

// MARK: Events

extension PagedMachine {
  /// Applies another configuration, including to running loads.
  func obey(_ rules: PagingPolicy.Rules) {
    if core.rules.window != rules.window { keep(rules.window) }
    core.obey(rules)
    keepUsed()
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
      case .refreshAllPages:
        let request = running?.draft.request(at: .end)
        core.refresh(isDeep: true, startsSame: request == values?.firstRequest)
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
  func handle(_ event: WorkEvent, at now: Duration = .zero) -> PagingDecision {
    switch event.core {
    case .attempt(.reported, _, _), .intent, .started, .close: PagingDecision()
    case .attempt(.succeeded, let ticket, _):
      handle {
        guard let page = event.payload.value else { return }
        take(page.assumed(of: Values.Page.self).value, of: ticket, now)
      }
    case .attempt(let attempt, let ticket, _):
      handle(event.payload.failure?.assumed(of: Failure.self)) {
        core.handle(attempt, of: ticket, at: now)
      }
    case .cancelLoad(let load): cancel(load)
    }
  }

  func cancel(_ load: UInt) -> PagingDecision { handle { core.cancel(load) } }
  func begun(_ ticket: UInt) -> PagingDecision { handle { core.begun(ticket) } }
  func close() -> PagingDecision { handle { core.close() } }

  /// Handles an event in the core, and moves the values accordingly.
  private func handle(_ error: Box<Failure>? = nil, _ event: () -> Void) -> PagingDecision {
    if core.phase == .closed { return PagingDecision() }
    event()
    let decision = core.takeDecision()
    for move in decision.moves { apply(move, error) }
    if decision.change != .none { keepUsed() }
    if decision.change == .shown {
      if let values, let shown = core.list { list = values.shown(shown) } else { list = nil }
    }
    return decision
  }

  private func ask(_ end: ListEnd, _ now: Duration) {
    var onlyKey: PagingCore.KeyNumber?
    if core.settled == .notRequested, core.lastKey == nil, let key = setup.onlyKey {
      onlyKey = number(of: key)
    }
    core.ask(end, orElse: onlyKey, at: now)
  }

  private func take(_ page: Page<Cursor, Item>, of ticket: UInt, _ now: Duration) {
    switch core.target(of: ticket) {
    case .end(let end): if let added = add(page, at: end) { core.take(added, at: end, now) }
    case .list:
      change(&running) { plan in
        guard let added = plan.take(page) else { return }
        let (lands, fault) = core.take(added)
        if lands { core.land(plan.applyEdits(), fault, at: now) }
      }
    case nil: break
    }
  }

  /// Adds a page at an end of the settled list, and drops those beyond the window.
  func add(_ page: Values.Page, at end: ListEnd) -> PagingCore.Added? {
    guard let before = values, let request = before.request(at: end) else { return nil }
    let values = Values(copying: before)
    var added = values.take(page, of: request, at: end)
    if let dropped = values.trim(end.other) {
      let trimmed = values.added(at: end)
      (added.count, added.pages) = (trimmed.count, trimmed.pages)
      (added.otherLeadsOn, added.dropped) = (trimmed.otherLeadsOn, dropped)
    }
    self.values = values
    return added
  }
}

// MARK: Moves

extension PagedMachine {
  /// Moves the values as the core has decided; `error` is the error of the event.
  func apply(_ move: PagingDecision.Move, _ error: Box<Failure>?) {
    if move != .ask { hasUnused = true }
    switch move {
    case .plan(let number, let isDeep):
      guard let key = key(number) else { return }
      let plan = Plan(key, window: core.rules.window)
      if isDeep, let values { plan.deepen(values) }
      running = plan
    case .planAgain: running = failed
    case .deepen: if let values { change(&running) { $0.deepen(values) } }
    case .ask: change(&running) { $0.ask() }
    case .failList: (failed, running, self.error) = (running, nil, error)
    case .fail(let end, let fault):
      guard let before = values else { return }
      let values = Values(copying: before)
      values[error: end] = fault.map { Box(setup.failure($0)) } ?? error
      self.values = values
    case .land:
      if let values { recent.append(values) }
      (values, running) = (running?.draft, nil)
    }
  }

  /// Keeps the values that the core uses, and releases the others.
  private func keepUsed() {
    if running != nil, core.runningPlan == nil { running = nil }
    if case .failed = core.settled {} else { (failed, error) = (nil, nil) }
    let isOfOther = values?.key.number != core.list?.key || recent.count > core.recent.count
    guard hasUnused || isOfOther || core.lastKey == nil else { return }
    hasUnused = false
    var known = recent
    if let values { known.append(values) }
    (values, recent) = (nil, [])
    if let list = core.list { values = known.last { $0.key.number == list.key } }
    for list in core.recent {
      if let cached = known.last(where: { $0.key.number == list.key }) { recent.append(cached) }
    }
    let used = [core.list?.key, core.runningPlan?.key, core.settledKey, core.lastKey]
    keys.removeAll { key in
      !used.contains(key.number) && !core.recent.contains { $0.key == key.number }
    }
  }
}
