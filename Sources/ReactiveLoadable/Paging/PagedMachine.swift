/// The state of a ``PagedLoader``: its core, which decides, and the values that belong to it.
///
/// It gathers the facts about values that the core needs, and moves the values as the core decides.
/// This is where keys, cursors and ids are compared and edits are applied, so it must not run under
/// a lock.
///
/// It is a class, because the methods of a class need no look-up of its type. A decision is made on
/// a copy, which never changes after that.
// SAFETY: only the decision that has created a machine changes it, before it is committed.
final class PagedMachine<
  Key: Hashable & Sendable,
  Cursor: Hashable & Sendable,
  Item: Identifiable & Sendable,
  Failure: Error
>: @unchecked Sendable where Item.ID: Sendable {
  typealias List = PagedList<Key, Item, Failure>
  typealias Values = ListContents<Key, Cursor, Item, Failure>
  typealias Plan = ListPlan<Key, Cursor, Item, Failure>
  typealias News = LoadNews<Page<Cursor, Item>, Failure>

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

  /// Returns the outcome of a load that the last event has ended.
  func outcome(_ outcome: PagingDecision.Outcome) -> LoadOutcome<List, Failure> {
    switch outcome {
    case .loaded: if let list { return .loaded(list) }
    case .failed(.list): if let error { return .failed(error.value) }
    case .failed(.end(let end)): if let error = values?[error: end] { return .failed(error.value) }
    case .cancelled: break
    case .replaced: return .replaced
    case .skipped(let reason): return .skipped(reason)
    }
    return .cancelled
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
    handle { perform(intent, now, &$0) }
  }

  /// Handles an event of a page.
  func hear(_ news: News, at now: Duration = .zero) -> PagingDecision {
    handle { hear(news, now, &$0) }
  }

  /// Cancels the load with a ticket.
  func cancel(_ load: UInt) -> PagingDecision {
    handle { decide(&$0) { $0.cancel(load, &$1) } }
  }

  /// Records that an attempt that has waited in a queue starts.
  func begun(_ ticket: UInt) -> PagingDecision {
    handle { decide(&$0) { $0.begun(ticket, &$1) } }
  }

  /// Ends all loads; later events have no effect.
  func close() -> PagingDecision { handle { decide(&$0) { $0.close(&$1) } } }

  private func handle(_ body: (inout PagingDecision) -> Void) -> PagingDecision {
    var decision = PagingDecision()
    if core.phase == .closed { return decision }
    body(&decision)
    if decision.change != .none { releaseUnused() }
    if decision.change == .shown { showList() }
    return decision
  }

  private func showList() {
    if let values, let shown = core.list { list = values.shown(shown) } else { list = nil }
  }

  /// Lets the core decide, and moves the values accordingly.
  private func decide(
    _ decision: inout PagingDecision,
    _ error: Box<Failure>? = nil,
    _ body: (inout PagingCore, inout PagingDecision) -> Void
  ) {
    body(&core, &decision)
    for move in decision.takeMoves() { apply(move, error) }
  }

  private func perform(
    _ intent: PagedIntent<Key, Item>,
    _ now: Duration,
    _ decision: inout PagingDecision
  ) {
    switch intent {
    case .load(let key):
      let number = number(of: key)
      decide(&decision) { $0.load(number, ifNeededAt: nil, &$1) }
    case .loadIfNeeded(let key):
      let number = number(of: key)
      decide(&decision) { $0.load(number, ifNeededAt: now, &$1) }
    case .next: ask(.end, now, &decision)
    case .previous: ask(.start, now, &decision)
    case .visible(at: let index): decide(&decision) { $0.see(index, at: now, &$1) }
    case .visibleItem(let id):
      guard let offset = values?.offset(of: id) else { return }
      decide(&decision) { $0.see(offset, at: now, &$1) }
    case .refresh: decide(&decision) { $0.refresh(isDeep: false, startsSame: true, &$1) }
    case .refreshAllPages:
      let startsSame = deepensInPlace
      decide(&decision) { $0.refresh(isDeep: true, startsSame: startsSame, &$1) }
    case .retry: decide(&decision) { $0.retry(&$1) }
    case .cancel: decide(&decision) { $0.cancel(&$1) }
    case .clear: decide(&decision) { $0.clear(&$1) }
    case .reset: decide(&decision) { $0.reset(&$1) }
    case .invalidate: decide(&decision) { $0.invalidate(&$1) }
    case .edit(let edit): make(edit, &decision)
    }
  }

  private func ask(_ end: ListEnd, _ now: Duration, _ decision: inout PagingDecision) {
    var onlyKey: PagingCore.KeyNumber?
    if core.settled == .notRequested, core.lastKey == nil, let key = setup.onlyKey {
      onlyKey = number(of: key)
    }
    decide(&decision) { $0.ask(end, orElse: onlyKey, at: now, &$1) }
  }

  private func make(_ edit: ListEdit<Item>, _ decision: inout PagingDecision) {
    var (isInsertion, isRemoval) = (false, false)
    if case .insert = edit { isInsertion = true }
    if case .remove = edit { isRemoval = true }
    for (key, count) in editRecent(edit) {
      decide(&decision) { $0.edited(key, count: count, &$1) }
    }
    for edited in core.edits(isInsertion: isInsertion) {
      switch edited {
      case .settled:
        guard let count = editSettled(edit) else { continue }
        decide(&decision) { $0.edited(count: count, isRemoval: isRemoval, &$1) }
      case .running:
        changePlan { $0.note(edit) }
        decision.noteChange()
      case .failed:
        failed = failed.map(Plan.init(copying:))
        failed?.note(edit)
        decision.noteChange()
      }
    }
  }

  private func hear(_ news: News, _ now: Duration, _ decision: inout PagingDecision) {
    switch news {
    case .reported: break
    case .succeeded(let ticket, let page): take(page, of: ticket, now, &decision)
    case .failed(_, let error, _), .expired(_, let error?):
      decide(&decision, Box(error)) {
        $0.handle(news.attemptEvent, of: news.ticket, at: now, &$1)
      }
    case .gaveUp, .waited, .expired(_, nil):
      decide(&decision) { $0.handle(news.attemptEvent, of: news.ticket, at: now, &$1) }
    }
  }

  private func take(
    _ page: Page<Cursor, Item>,
    of ticket: UInt,
    _ now: Duration,
    _ decision: inout PagingDecision
  ) {
    switch core.target(of: ticket) {
    case .end(let end):
      guard let added = add(page, at: end) else { return }
      decide(&decision) { $0.take(added, at: end, now, &$1) }
    case .list:
      running = running.map(Plan.init(copying:))
      guard let added = running?.take(page) else { return }
      var landing: (lands: Bool, fault: PagingError?) = (false, nil)
      decide(&decision) { landing = $0.take(added, &$1) }
      guard landing.lands, let whole = running?.applyEdits() else { return }
      decide(&decision) { $0.land(whole, landing.fault, at: now, &$1) }
    case nil: break
    }
  }
}
