import ReactiveLoading

/// The state of a ``PagedLoader``: its core, which decides, and the values that belong to it.
///
/// It passes the facts about values to the core, and changes the values as the core decides.
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
  typealias Contents = ListContents<Key, Cursor, Item, Failure>
  typealias LoadContents = ListLoadContents<Key, Cursor, Item, Failure>
  typealias Parts = ListParts<Key, Cursor, Item, Failure>
  typealias Unsaved = UnsavedEdits<Key, Cursor, Item, Failure>

  /// The conversion of a fault of the pages to a failure.
  let failure: @Sendable (PagingError) -> Failure
  @exclusivity(unchecked) var core: PagingCore
  /// True if keys or cached lists may be unused.
  // NB: Here, because these two fit into the padding after the core.
  var hasUnused = false
  private var lastNumber: UInt32 = 0
  /// The settled list; after a failure, the list that stays visible.
  @exclusivity(unchecked) var contents: Contents?
  /// The cached lists, in no order.
  @exclusivity(unchecked) var cached: [Contents]
  @exclusivity(unchecked) var running: LoadContents?
  /// The contents of the failed load, with which a retry continues.
  @exclusivity(unchecked) var failed: LoadContents?
  @exclusivity(unchecked) var error: Box<Failure>?
  @exclusivity(unchecked) var keys: [NumberedKey<Key>]
  /// The reports of pages in flight, and the parts that are visible; `nil` without any.
  @exclusivity(unchecked) var parts: Parts?
  /// The unsaved edits of mutations, and saved ones that pages in flight lack; `nil` without any.
  @exclusivity(unchecked) var unsaved: Unsaved?
  /// The properties of the settled list as clients see it.
  @exclusivity(unchecked) var properties: ListProperties<Key, Failure>?

  init(_ policy: PagingPolicy.Resolved, failure: @escaping @Sendable (PagingError) -> Failure) {
    core = PagingCore(policy)
    self.failure = failure
    (cached, keys) = ([], [])
  }

  private init(copying other: PagedMachine) {
    failure = other.failure
    core = other.core
    contents = other.contents
    cached = other.cached
    running = other.running
    failed = other.failed
    error = other.error
    keys = other.keys
    parts = other.parts
    unsaved = other.unsaved
    properties = other.properties
    lastNumber = other.lastNumber
    hasUnused = other.hasUnused
  }

  func copy() -> PagedMachine { PagedMachine(copying: self) }
}

// SAFETY: only the decision that has created a machine, or contents of one, changes them, before the
// machine is committed.
extension PagedMachine: @unchecked Sendable {}

// MARK: Events

extension PagedMachine {
  /// Applies another configuration, including to running loads.
  func apply(_ policy: PagingPolicy.Resolved) {
    let before = core.policy
    if before.window != policy.window || before.savedPages != policy.savedPages {
      setWindow(policy)
    }
    core.apply(policy)
    releaseUnused()
  }

  /// Records a visible row that needs no page; returns a copy, or `nil` for any other row.
  func withVisible(at offset: Int?) -> PagedMachine? {
    guard parts == nil, unsaved == nil, let offset, core.needsNoPage(at: offset) else { return nil }
    let machine = copy()
    machine.core.list?.visible = offset
    return machine
  }

  func skipTickets(to ticket: UInt) { core.tickets.skip(to: ticket) }

  func perform(_ intent: PagedIntent<Key, Item>, at now: Duration) -> PagingDecision {
    handle(at: now) { decision in
      switch intent {
      case .load(let key): core.load(number(of: key), ifNeeded: false, &decision)
      case .loadIfNeeded(let key): core.load(number(of: key), ifNeeded: true, &decision)
      case .next: loadPage(.end, &decision)
      case .previous: loadPage(.start, &decision)
      case .visible(at: let index): setVisible(index, &decision)
      case .visibleItem(let id):
        if let offset = offset(of: id) { setVisible(offset, &decision) }
      case .refresh: core.refresh(isDeep: false, startsSame: true, &decision)
      case .refreshAllPages:
        let request = running?.draft.request(at: .end)
        core.refresh(isDeep: true, startsSame: request == contents?.firstRequest, &decision)
      case .revalidate: core.revalidate(&decision)
      case .retry: core.retry(&decision)
      case .cancel: core.cancel(&decision)
      case .clear: core.clear(&decision)
      case .reset:
        core.reset(&decision)
        change(&unsaved) { $0.removeAll() }
      case .invalidate: core.invalidate(&decision)
      case .edit(let edit): apply(edit, &decision)
      }
    }
  }

  /// Handles an event of a page, or the end of the owner.
  func handle(
    _ event: LoadCore.Event,
    _ payload: LoadSlots.Payload,
    at now: Duration
  ) -> PagingDecision {
    let isPage = if case .attempt(.succeeded, _, _) = event { true } else { false }
    let error = payload.failure?.assumed(of: Failure.self)
    return handle(at: now, error, mayHideRows: isPage) { decision in
      switch event {
      case .attempt(.reported, let ticket, let progress):
        report(payload.value?.assumed(of: Contents.Page.self).value, progress, ticket, &decision)
      case .intent, .set: break
      case .attempt(.succeeded, let ticket, _):
        guard let page = payload.value else { return }
        receive(page.assumed(of: Contents.Page.self).value, of: ticket, &decision)
      case .attempt(let attempt, let ticket, _): core.handle(attempt, of: ticket, &decision)
      case .started(let ticket):
        core.attemptStarted(ticket, &decision)
        if unsaved != nil {
          changeUnsaved { $0.late.forget(ticket) }
          decision.recordChange()
        }
      case .restored(let ticket, let age, let isStale):
        guard let pages = payload.value?.assumed(of: [Contents.Page].self) else { return }
        restore(pages, of: ticket, age: age, isStale: isStale, &decision)
      case .cancelLoad(let load): core.cancel(load, &decision)
      case .close: core.close(&decision)
      }
    }
  }

  /// Handles an event in the core, and changes the values accordingly.
  ///
  /// `mayHideRows` is true if it may have left the visible list without rows.
  func handle(
    at now: Duration,
    _ error: Box<Failure>? = nil,
    mayHideRows: Bool = false,
    _ event: (inout PagingDecision) -> Void
  ) -> PagingDecision {
    var decision = PagingDecision(at: now)
    if core.phase == .closed { return decision }
    event(&decision)
    for step in decision.contentsChanges { apply(step, error) }
    if decision.change != .none { releaseUnused() }
    updateVisible()
    if mayHideRows, unsaved?.list?.items.count == 0 { core.prefetchForHiddenRows(&decision) }
    if decision.change == .shown { updateProperties(at: now) }
    return decision
  }

  private func loadPage(_ end: ListEnd, _ decision: inout PagingDecision) {
    var onlyKey: PagingCore.KeyNumber?
    // Only a loader of one list knows its key before a load.
    if core.settled == .notRequested, core.lastKey == nil, let key = NoRequest() as? Key {
      onlyKey = number(of: key)
    }
    core.loadPage(end, orElse: onlyKey, &decision)
  }
}

// MARK: Contents

extension PagedMachine {
  /// Changes the values as the core has decided; `error` is the error of the event.
  func apply(_ step: PagingDecision.ContentsChange, _ error: Box<Failure>?) {
    if step != .recordRequest { hasUnused = true }
    switch step {
    case .startLoad(let number, let isDeep):
      guard let key = key(number) else { return }
      let listLoad = LoadContents(key, core.policy)
      if isDeep, let list = contents(of: number) { listLoad.deepen(list) }
      running = listLoad
    case .retryLoad: running = failed
    case .deepen: if let contents { update(&running) { $0.deepen(contents) } }
    case .recordRequest: update(&running) { $0.recordRequest() }
    case .failList:
      (failed, running, self.error) = (running, nil, error)
      if parts != nil { keepPartOfList() }
    case .fail(let end, let fault):
      if fault == nil { change(&parts) { $0.keepPart(at: end) } }
      guard let before = contents else { return }
      let contents = Contents(copying: before)
      contents[error: end] = fault.map { Box(failure($0)) } ?? error
      self.contents = contents
    case .finishLoad:
      if let contents { cached.append(contents) }
      (contents, running) = (running?.draft, nil)
      change(&parts) { $0.removeEnds() }
    case .restore, .report: break
    }
  }

  /// Releases the values that the core no longer uses.
  private func releaseUnused() {
    if running != nil, core.runningLoad == nil { running = nil }
    if case .failed = core.settled {} else { (failed, error) = (nil, nil) }
    let isOfOther = contents?.key.number != core.list?.key || cached.count > core.cached.count
    guard hasUnused || isOfOther || core.lastKey == nil else { return }
    hasUnused = false
    var all = cached
    if let contents { all.append(contents) }
    (contents, cached) = (nil, [])
    if let list = core.list { contents = all.last { $0.key.number == list.key } }
    for list in core.cached {
      if let contents = all.last(where: { $0.key.number == list.key }) { cached.append(contents) }
    }
    let used = [
      core.list?.key, core.runningLoad?.key, core.settledKey, core.lastKey, parts?.key,
    ]
    let edited = unsaved?.keys ?? []
    keys.removeAll { key in
      !used.contains(key.number) && !core.cached.contains { $0.key == key.number }
        && !edited.contains(key.number)
    }
  }
}

// MARK: The numbers of keys, by which the core knows them

extension PagedMachine {
  /// Returns the number of a key; equal keys have the same number while any of them is used.
  func number(of key: Key) -> PagingCore.KeyNumber {
    if let number = existingNumber(of: key) { return number }
    lastNumber &+= 1
    hasUnused = true
    keys.append(NumberedKey(key, Int(truncatingIfNeeded: lastNumber)))
    return Int(truncatingIfNeeded: lastNumber)
  }

  func existingNumber(of key: Key) -> PagingCore.KeyNumber? { keys.first { $0.key == key }?.number }

  func key(_ number: PagingCore.KeyNumber) -> NumberedKey<Key>? {
    keys.first { $0.number == number }
  }

  var currentKey: Key? { core.currentKey.flatMap { key($0)?.key } }
  func isCached(_ key: Key) -> Bool { existingNumber(of: key).map(core.isCached) ?? false }
}
