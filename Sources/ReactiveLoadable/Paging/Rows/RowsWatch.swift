/// Watches the rows of a paged list, and tells at which of its ends a page is wanted.
///
/// It counts rows where the loader counts items. What it wants by itself is bounded, for each end and
/// until something is done by somebody else: so many pages in a row without a row, and, because a
/// window may take rows away while others come, so many pages with rows as are ever needed.
struct RowsWatch<
  Key: Hashable & Sendable,
  Row: Identifiable & Sendable,
  Failure: Error
>: Sendable where Row.ID: Sendable {
  typealias State = Loadable<PagedList<Key, Row, Failure>, Failure>
  typealias List = PagedList<Key, Row, Failure>

  /// A state of the rows, and what is known of the items.
  struct News: Sendable {
    let state: State
    /// What has become of the items of the state before.
    let items: ItemsNews
    /// Whether there is any item; without one nothing is wanted, as for the loader.
    let hasItems: Bool
  }

  private let rules: PagingPolicy.Rules
  private var state = State.notRequested
  /// The list that was shown last; a state may show none while the same one is loaded again.
  private var list: List?
  private var index = ItemIndex<Row>()
  /// The place of the row that came into view last.
  private var visible: Int?
  /// Whether nothing is wanted after a cancel, until somebody does something.
  private var isPaused = false
  /// Whether the last state brought items, so that what is in view is to be looked at again.
  private(set) var mayGoOn = false
  private var append = PageTally()
  private var prepend = PageTally()

  init(_ rules: PagingPolicy.Rules) { self.rules = rules }
}

// MARK: What is seen

extension RowsWatch {
  /// The place of a row that shows now, by its index.
  func place(at index: Int) -> Int? {
    guard let items = state.latest?.items, 0..<items.count ~= index else { return nil }
    return items.bounds.lowerBound + index
  }

  /// The place of a row that shows now, by its id.
  func place(of id: Row.ID) -> Int? {
    state.latest.flatMap { index.place(of: id, in: $0.items) }
  }

  /// Notes the place of a row that is in view.
  mutating func see(_ place: Int) {
    visible = place
    startAnew()
  }
}

// MARK: What is heard

extension RowsWatch {
  /// Notes a state.
  mutating func hear(_ news: News) {
    let before = self
    mayGoOn = false
    state = news.state
    switch state {
    case .notRequested: self = Self(rules)
    case .loading, .loaded, .failed: break
    }
    guard let new = state.latest else { return forgetAsking() }
    list = new
    switch news.items {
    case .same: if isCancelled(after: before) { pause() }
    case .pages, .others:
      adoptView(of: before)
      count(since: before, news)
    }
    for end in ListEnd.allCases { noteAsking(at: end, since: before) }
    mayGoOn = news.items != .same && news.hasItems && !state.isLoading && !isPaused
  }

  /// Takes nothing for asked for, because it has joined the load of a list that hides this one.
  private mutating func forgetAsking() {
    for end in ListEnd.allCases { forgetAsking(at: end) }
  }

  private mutating func pause() {
    visible = nil
    isPaused = true
  }

  /// Whether something was on its way that is not any more, and has neither come nor failed.
  private func isCancelled(after before: Self) -> Bool {
    if before.state.isLoading, case .loaded = state { return true }
    return ListEnd.allCases.contains {
      before.activity(at: $0) == .loading && activity(at: $0) == .idle
    }
  }

  /// Takes over what is in view from the rows of before: by its id, else as far from the start.
  private mutating func adoptView(of before: Self) {
    guard let list, let old = before.list, old.key == list.key else {
      index = ItemIndex(list?.items ?? SharedItems())
      visible = nil
      return startAnew()
    }
    if list.items.extends(old.items) { return noteGrowth(since: old) }
    index = ItemIndex(list.items)
    guard let seen = visible, list.count > 0 else { return visible = nil }
    let offset = min(max(seen - old.items.bounds.lowerBound, 0), list.count - 1)
    let id = old.items.bounds.contains(seen) ? old.items[seen].id : nil
    visible =
      id.flatMap { index.place(of: $0, in: list.items) } ?? list.items.bounds.lowerBound + offset
  }

  private mutating func noteGrowth(since old: List) {
    guard let items = list?.items else { return }
    let (before, after) = (old.items.bounds, items.bounds)
    index.note(after.lowerBound..<before.lowerBound, of: items, after: old.items)
    index.note(before.upperBound..<after.upperBound, of: items, after: old.items)
  }
}

// MARK: What is wanted

extension RowsWatch {
  /// Whether a page is wanted at an end; if so, it is taken for asked for.
  mutating func wantsPage(at end: ListEnd) -> Bool {
    guard needsMore(at: end), mayAsk(at: end) else { return false }
    self[end].isAsked = true
    return true
  }

  /// Notes that a page was asked for in vain.
  mutating func forgetAsking(at end: ListEnd) { self[end].isAsked = false }

  /// Whether too few rows follow the one in view, or there is none, and this end is the one to go on.
  private func needsMore(at end: ListEnd) -> Bool {
    guard let list = state.latest else { return false }
    if list.isEmpty { return (end == .start) == list.append.isComplete }
    guard let visible else { return false }
    switch end {
    case .end: return list.items.bounds.upperBound - 1 - visible < rules.prefetchDistance
    case .start: return visible - list.items.bounds.lowerBound < rules.prefetchDistance
    }
  }

  private func mayAsk(at end: ListEnd) -> Bool {
    let tally = self[end]
    guard !tally.isAsked, tally.without <= rules.emptyPageLimit, tally.with < rules.prefetchDistance
    else { return false }
    switch activity(at: end) {
    case .idle: return true
    case .failed: return rules.afterFailure != .waitForRetry
    case .loading, .complete, nil: return false
    }
  }
}

// MARK: What has come

extension RowsWatch {
  private enum Activity: Sendable {
    case idle
    case loading
    case failed
    case complete
  }

  private subscript(end: ListEnd) -> PageTally {
    get {
      switch end {
      case .end: append
      case .start: prepend
      }
    }
    set {
      switch end {
      case .end: append = newValue
      case .start: prepend = newValue
      }
    }
  }

  private func activity(at end: ListEnd) -> Activity? {
    switch end == .end ? state.latest?.append : state.latest?.prepend {
    case .idle: .idle
    case .loading: .loading
    case .failed: .failed
    case .complete: .complete
    case nil: nil
    }
  }

  private mutating func startTallies() {
    for end in ListEnd.allCases { self[end].startAnew() }
  }

  private mutating func startAnew() {
    isPaused = false
    startTallies()
  }

  /// Counts the pages that have come; a new list begins anew with its first page, an edit with none.
  private mutating func count(since before: Self, _ news: News) {
    if before.state.isLoading, !state.isLoading {
      startAnew()
      if list?.isEmpty == true { for end in ListEnd.allCases { self[end].count(false) } }
      return
    }
    let landed = news.items == .pages && before.list?.key == list?.key ? before.endsThatLoad : []
    if landed.isEmpty { startTallies() }
    for end in landed { self[end].count(hasNewRows(at: end, since: before)) }
  }

  private var endsThatLoad: [ListEnd] { ListEnd.allCases.filter { activity(at: $0) == .loading } }

  /// Whether there are rows at an end that were not there before.
  private func hasNewRows(at end: ListEnd, since before: Self) -> Bool {
    guard let list, let old = before.list, list.count <= old.count else {
      return list?.isEmpty == false
    }
    // The row of a section that goes on is the first one before and after.
    let outermost = end == .end ? list.suffix(1) : list.prefix(2)
    return outermost.contains { before.index.place(of: $0.id, in: old.items) == nil }
  }

  /// Notes that a page is on its way; one that somebody else has asked for begins to count anew.
  ///
  /// After a load of the list nothing is taken for asked for, because it may have joined that.
  private mutating func noteAsking(at end: ListEnd, since before: Self) {
    if before.state.isLoading, !state.isLoading { self[end].isAsked = false }
    guard activity(at: end) == .loading, before.activity(at: end) != .loading else { return }
    if !self[end].isAsked {
      self[end] = PageTally()
      isPaused = false
    }
    self[end].isAsked = false
  }
}
