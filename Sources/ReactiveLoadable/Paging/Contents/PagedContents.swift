/// The values of a ``PagedLoader``, of which its ``PagingCore`` knows numbers and counts.
///
/// All stored properties are references or have a fixed size, so that a copy looks up no types.
struct PagedContents<
  Key: Hashable & Sendable,
  Cursor: Hashable & Sendable,
  Item: Identifiable & Sendable,
  Failure: Error
>: Sendable where Item.ID: Sendable {
  typealias List = ListContents<Key, Cursor, Item, Failure>
  typealias Plan = ListPlan<Key, Cursor, Item, Failure>

  /// The settled list; after a failure, the list that stays visible.
  var list: List?
  /// The cached lists, in no order.
  private(set) var recent: [List] = []
  /// The plan of the running load.
  var running: Plan?
  /// The plan of the failed load, with which a retry continues.
  var failed: Plan?
  /// The error of the failed load.
  private(set) var error: Box<Failure>?
  private var keys: [NumberedKey<Key>] = []
  private var lastNumber = 0
  /// True if keys or cached lists may be unused.
  private var hasUnused = false

  /// Returns the number of a key; equal keys have the same number while any of them is used.
  mutating func number(of key: Key) -> PagingCore.KeyNumber {
    if let known = keys.first(where: { $0.key == key }) { return known.number }
    lastNumber += 1
    hasUnused = true
    keys.append(NumberedKey(key, lastNumber))
    return lastNumber
  }

  /// Returns the number of a key that is used.
  func knownNumber(of key: Key) -> PagingCore.KeyNumber? { keys.first { $0.key == key }?.number }

  func key(_ number: PagingCore.KeyNumber) -> NumberedKey<Key>? { keys.first { $0.number == number } }

  /// Returns the request of the page that a part of the list loads next.
  func request(_ target: PagingTarget) -> PageRequest<Key, Cursor>? {
    switch target {
    case .list: running?.request
    case .end(let end): list?.request(at: end)
    }
  }

  func error(_ target: PagingTarget) -> Failure? {
    switch target {
    case .list: error?.value
    case .end(let end): list?[error: end]?.value
    }
  }
}

// MARK: Facts

extension PagedContents {
  /// Adds a page at an end of the settled list, and drops those beyond the window.
  mutating func take(_ page: List.Page, at end: ListEnd) -> PagingCore.Added? {
    guard let request = list?.request(at: end), var added = list?.take(page, of: request, at: end)
    else { return nil }
    if let dropped = list?.trim(end.other), let list {
      let trimmed = list.added(at: end)
      (added.count, added.pages) = (trimmed.count, trimmed.pages)
      (added.otherLeadsOn, added.dropped) = (trimmed.otherLeadsOn, dropped)
    }
    return added
  }

  /// True if the running load has requested the first page of the settled list.
  var deepensInPlace: Bool { running?.request == list?.pages.first?.typed(List.Record.self).request }
}

// MARK: Moves

extension PagedContents {
  /// Applies a change of the core; `error` is the error of the event, or of a fault.
  mutating func apply(_ move: PagingDecision.Move, _ window: Int?, _ error: Box<Failure>?) {
    hasUnused = hasUnused || move != .ask
    switch move {
    case .remember: if let list { recent.append(list) }
    case .recall(let key):
      list = recent.last { $0.key.number == key }
      failed = nil
    case .plan(let number, let isDeep):
      guard let key = key(number) else { return }
      var plan = Plan(key, window: window)
      if isDeep, let list { plan.deepen(list) }
      running = plan
    case .planAgain: running = failed
    case .deepen: if let list { running?.deepen(list) }
    case .startOver(let isDeep): running?.startOver(with: isDeep ? list : nil)
    case .ask: running?.ask()
    case .failList(let keepsList):
      (failed, running, self.error) = (running, nil, error)
      if !keepsList { list = nil }
    case .fail(let end, _): list?[error: end] = error
    case .land: (list, running, failed) = (running?.draft, nil, nil)
    case .clear: (list, failed) = (nil, nil)
    }
  }

  /// Releases the values that the core does not use.
  mutating func release(except core: PagingCore) {
    if running != nil, core.runningPlan == nil { running = nil }
    if failed == nil { error = nil }
    for end in ListEnd.allCases where list?[error: end] != nil {
      if core.list?[end].rest != .failed { list?[error: end] = nil }
    }
    guard hasUnused || recent.count > core.recent.count else { return }
    hasUnused = false
    var kept: [List] = []
    for list in core.recent {
      if let known = recent.last(where: { $0.key.number == list.key }) { kept.append(known) }
    }
    recent = kept
    let used = [core.list?.key, core.runningPlan?.key, core.settledKey, core.lastKey]
    keys.removeAll { key in
      !used.contains(key.number) && !core.recent.contains { $0.key == key.number }
    }
  }

  /// Applies an edit to the cached lists that contain the item; returns their keys and new counts.
  ///
  /// An insertion has no effect there.
  mutating func editRecent(_ edit: ListEdit<Item>) -> [(key: PagingCore.KeyNumber, count: Int)] {
    if case .insert = edit { return [] }
    var edited: [(key: PagingCore.KeyNumber, count: Int)] = []
    for index in recent.indices where recent[index].make(edit) {
      edited.append((recent[index].key.number, recent[index].items.count))
    }
    return edited
  }

  /// Applies another window, including to the running load.
  mutating func keep(_ window: Int?) {
    list?.keep(window)
    running?.keep(window)
  }
}
