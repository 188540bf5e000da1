/// The state of a ``PagedLoader``: its core, which decides, and the contents that belong to it.
///
/// It gathers the facts about values that the core needs, and moves the values as the core decides.
/// This is where keys, cursors and ids are compared and edits are applied, so it must not run under
/// a lock.
struct PagedMachine<
  Key: Hashable & Sendable,
  Cursor: Hashable & Sendable,
  Item: Identifiable & Sendable,
  Failure: Error
>: Sendable where Item.ID: Sendable {
  typealias List = PagedList<Key, Item, Failure>
  typealias Request = PageRequest<Key, Cursor>
  typealias Contents = PagedContents<Key, Cursor, Item, Failure>
  typealias Decision = PagingDecision
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

  private let setup: Setup
  private(set) var core: PagingCore
  private var contents = Contents()

  init(_ rules: PagingPolicy.Rules, _ setup: Setup) {
    core = PagingCore(rules)
    self.setup = setup
  }
}

// MARK: State

extension PagedMachine {
  var state: Loadable<List, Failure> {
    switch (core.phase, core.settled) {
    case (.loading(let run), _):
      .loading(
        Loading(
          previous: run.showsSettled ? list : nil,
          cause: run.plan.cause,
          attempt: run.attempts.retries,
          progress: run.plan.progress
        )
      )
    case (_, .notRequested): .notRequested
    case (_, .listed): list.map(Loadable.loaded) ?? .notRequested
    case (_, .failed(let plan)):
      contents.error(.list).map {
        .failed(Failed(error: $0, previous: list, cause: plan.cause))
      } ?? .notRequested
    }
  }

  /// The settled list.
  var list: List? {
    guard let list = core.list, let contents = contents.list else { return nil }
    return List(
      contents.key.key,
      contents.items,
      contents.shown(list.append, at: .end),
      contents.shown(list.prepend, at: .start),
      contents.total,
      contents.duplicateCount
    )
  }

  /// The key of the list that is loading, or else of the settled list.
  var keyInQuestion: Key? { core.keyInQuestion.flatMap { contents.key($0)?.key } }

  /// Returns true if the list of a key is cached, so that it needs no request.
  func remembers(_ key: Key) -> Bool {
    contents.knownNumber(of: key).map(core.remembers) ?? false
  }

  /// Returns the request of the page that a part of the list loads next.
  func request(_ target: PagingTarget) -> Request? { contents.request(target) }

  /// Returns the outcome of a load that the last event has ended.
  func outcome(_ outcome: Decision.Outcome) -> LoadOutcome<List, Failure> {
    switch outcome {
    case .loaded: list.map(LoadOutcome.loaded) ?? .cancelled
    case .failed(let target): contents.error(target).map(LoadOutcome.failed) ?? .cancelled
    case .cancelled: .cancelled
    case .replaced: .replaced
    case .skipped(let reason): .skipped(reason)
    }
  }
}

// MARK: Events

extension PagedMachine {
  /// Applies another configuration, including to running loads.
  mutating func obey(_ rules: PagingPolicy.Rules) {
    if core.rules.window != rules.window { contents.keep(rules.window) }
    core.obey(rules)
    contents.release(except: core)
  }

  /// Makes all later tickets newer than this one.
  mutating func skipTickets(to ticket: UInt) { core.tickets.skip(to: ticket) }

  /// Performs an intent at a time with an arbitrary origin; only timed policies need the time.
  mutating func perform(_ intent: PagedIntent<Key, Item>, at now: Duration = .zero) -> Decision {
    decide { machine, decision in machine.perform(intent, now, &decision) }
  }

  /// Handles an event of a page.
  mutating func hear(_ news: News, at now: Duration = .zero) -> Decision {
    decide { machine, decision in machine.hear(news, now, &decision) }
  }

  /// Cancels the load with a ticket.
  mutating func cancel(_ load: UInt) -> Decision {
    decide { machine, decision in machine.decide(&decision) { $0.cancel(load, &$1) } }
  }

  /// Records that an attempt that has waited in a queue starts.
  mutating func begun(_ ticket: UInt) -> Decision {
    decide { machine, decision in machine.decide(&decision) { $0.begun(ticket, &$1) } }
  }

  /// Ends all loads; later events have no effect.
  mutating func close() -> Decision {
    decide { machine, decision in machine.decide(&decision) { $0.close(&$1) } }
  }

  private mutating func decide(_ body: (inout Self, inout Decision) -> Void) -> Decision {
    var decision = Decision()
    if core.phase == .closed { return decision }
    body(&self, &decision)
    contents.release(except: core)
    return decision
  }

  /// Lets the core decide, and moves the values accordingly.
  private mutating func decide(
    _ decision: inout Decision,
    _ error: Box<Failure>? = nil,
    _ body: (inout PagingCore, inout Decision) -> Void
  ) {
    body(&core, &decision)
    for move in decision.takeMoves() {
      var error = error
      if case .fail(_, let fault?) = move { error = Box(setup.failure(fault)) }
      contents.apply(move, core.rules.window, error)
    }
  }

  private mutating func perform(
    _ intent: PagedIntent<Key, Item>,
    _ now: Duration,
    _ decision: inout Decision
  ) {
    switch intent {
    case .load(let key):
      let number = contents.number(of: key)
      decide(&decision) { $0.load(number, ifNeededAt: nil, &$1) }
    case .loadIfNeeded(let key):
      let number = contents.number(of: key)
      decide(&decision) { $0.load(number, ifNeededAt: now, &$1) }
    case .next: ask(.end, now, &decision)
    case .previous: ask(.start, now, &decision)
    case .visible(at: let index): decide(&decision) { $0.see(index, at: now, &$1) }
    case .visibleItem(let id):
      guard let offset = contents.list?.offset(of: id) else { return }
      decide(&decision) { $0.see(offset, at: now, &$1) }
    case .refresh: decide(&decision) { $0.refresh(isDeep: false, startsSame: true, &$1) }
    case .refreshAllPages:
      let startsSame = contents.deepensInPlace
      decide(&decision) { $0.refresh(isDeep: true, startsSame: startsSame, &$1) }
    case .retry: decide(&decision) { $0.retry(&$1) }
    case .cancel: decide(&decision) { $0.cancel(&$1) }
    case .clear: decide(&decision) { $0.clear(&$1) }
    case .reset: decide(&decision) { $0.reset(&$1) }
    case .invalidate: decide(&decision) { $0.invalidate(&$1) }
    case .edit(let edit): make(edit, &decision)
    }
  }

  private mutating func ask(_ end: ListEnd, _ now: Duration, _ decision: inout Decision) {
    let needsKey = core.settled == .notRequested && core.lastKey == nil
    let onlyKey = needsKey ? setup.onlyKey.map { contents.number(of: $0) } : nil
    decide(&decision) { $0.ask(end, orElse: onlyKey, at: now, &$1) }
  }

  private mutating func make(_ edit: ListEdit<Item>, _ decision: inout Decision) {
    var (isInsertion, isRemoval) = (false, false)
    if case .insert = edit { isInsertion = true }
    if case .remove = edit { isRemoval = true }
    for (key, count) in contents.editRecent(edit) {
      decide(&decision) { $0.edited(key, count: count, &$1) }
    }
    for edited in core.edits(isInsertion: isInsertion) {
      switch edited {
      case .running: contents.running?.note(edit)
      case .failed: contents.failed?.note(edit)
      case .settled:
        guard contents.list?.make(edit) == true else { continue }
        let count = contents.list?.items.count ?? 0
        decide(&decision) { $0.edited(count: count, isRemoval: isRemoval, &$1) }
        continue
      }
      decision.noteChange()
    }
  }

  private mutating func hear(_ news: News, _ now: Duration, _ decision: inout Decision) {
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

  private mutating func take(
    _ page: Page<Cursor, Item>,
    of ticket: UInt,
    _ now: Duration,
    _ decision: inout Decision
  ) {
    switch core.target(of: ticket) {
    case .end(let end):
      guard let added = contents.take(page, at: end) else { return }
      decide(&decision) { $0.take(added, at: end, now, &$1) }
    case .list:
      guard let added = contents.running?.take(page) else { return }
      var landing: (lands: Bool, fault: PagingError?) = (false, nil)
      decide(&decision) { landing = $0.take(added, &$1) }
      guard landing.lands, let whole = contents.running?.applyEdits() else { return }
      decide(&decision) { $0.land(whole, landing.fault, at: now, &$1) }
    case nil: break
    }
  }
}
