import ReactiveLoading

/// A state machine that decides at which end of a list of rows a page is needed.
///
/// It counts rows where the loader counts items. The number of automatic requests is bounded for
/// each end until the next intent or visible row: by a number of pages in a row without a row and,
/// because a window may drop rows while others are added, by a number of pages with rows.
struct RowsWatch<
  Key: Hashable & Sendable,
  Row: Identifiable & Sendable,
  Failure: Error
>: Sendable where Row.ID: Sendable {
  typealias State = Loadable<PagedList<Key, Row, Failure>, Failure>
  typealias List = PagedList<Key, Row, Failure>

  /// The pages that have loaded at an end since the last intent or visible row.
  private struct Tally {
    /// The number of pages in a row that added no row.
    var without = 0
    /// The number of pages that added rows.
    var with = 0
    /// True while a page is requested and no state shows its load yet.
    var isAsked = false

    mutating func count(_ hasRows: Bool) {
      without = hasRows ? 0 : without + 1
      if hasRows { with += 1 }
    }
  }

  private let rules: PagingPolicy.Rules
  private var state = State.notRequested
  /// The last published list; a state may have none while the same list is loaded again.
  private var list: List?
  private var index = ItemIndex<Row>()
  /// The place of the row that became visible last.
  private var visible: Int?
  /// True after a cancel, until the next intent or visible row; no page is requested then.
  private var isPaused = false
  /// True if the last state changed the items, so that the visible row is checked again.
  private(set) var mayGoOn = false
  private var tallies = Ends(end: Tally(), start: Tally())

  init(_ rules: PagingPolicy.Rules) { self.rules = rules }
}

// MARK: Visible rows

extension RowsWatch {
  /// The place of a row of the current state, by its index.
  func place(at index: Int) -> Int? {
    guard let items = state.latest?.items, 0..<items.count ~= index else { return nil }
    return items.bounds.lowerBound + index
  }

  /// The place of a row of the current state, by its id.
  func place(of id: Row.ID) -> Int? {
    state.latest.flatMap { index.place(of: id, in: $0.items) }
  }

  /// Records the place of a visible row.
  mutating func see(_ place: Int) {
    visible = place
    startAnew()
  }
}

// MARK: States

extension RowsWatch {
  /// Receives a state.
  mutating func hear(_ news: RowsNews<Key, Row, Failure>) {
    let before = self
    mayGoOn = false
    state = news.state
    if case .notRequested = state { self = Self(rules) }
    guard let new = state.latest else {
      // The requests have joined the load of a list that hides this one.
      for end in ListEnd.allCases { forgetAsking(at: end) }
      return
    }
    list = new
    if news.change != .none {
      adoptView(of: before)
      count(since: before, news.change)
    } else if isCancelled(after: before) {
      (visible, isPaused) = (nil, true)
    }
    for end in ListEnd.allCases { noteAsking(at: end, since: before) }
    mayGoOn = news.change != .none && news.hasItems && !state.isLoading && !isPaused
  }

  /// Returns true if a load has ended without a page or a failure.
  private func isCancelled(after before: Self) -> Bool {
    if before.state.isLoading, case .loaded = state { return true }
    return ListEnd.allCases.contains { end in
      if before.isLoading(end), case .idle? = self.end(end) { true } else { false }
    }
  }

  /// Finds the visible row of the previous list in the new one: by id, else by its offset.
  private mutating func adoptView(of before: Self) {
    guard let list, let old = before.list, old.key == list.key else {
      index = ItemIndex(list?.items ?? SharedItems())
      visible = nil
      return startAnew()
    }
    if list.items.extends(old.items) { return index.note(list.items, since: old.items) }
    index = ItemIndex(list.items)
    guard let seen = visible, list.count > 0 else { return visible = nil }
    let offset = min(max(seen - old.items.bounds.lowerBound, 0), list.count - 1)
    let id = old.items.bounds.contains(seen) ? old.items[seen].id : nil
    visible =
      id.flatMap { index.place(of: $0, in: list.items) } ?? list.items.bounds.lowerBound + offset
  }
}

// MARK: Requests

extension RowsWatch {
  /// Returns true if a page is needed at an end, and marks it as requested.
  mutating func wantsPage(at end: ListEnd) -> Bool {
    guard needsMore(at: end), mayAsk(at: end) else { return false }
    tallies[end].isAsked = true
    return true
  }

  /// Records that a request has started no load.
  mutating func forgetAsking(at end: ListEnd) { tallies[end].isAsked = false }

  /// Returns true if too few rows follow the visible one, or the list has no row to be visible.
  private func needsMore(at end: ListEnd) -> Bool {
    guard let list = state.latest else { return false }
    if list.isEmpty { return (end == .start) == list.append.isComplete }
    guard let visible else { return false }
    let row = visible - list.items.bounds.lowerBound
    return end.isNear(row, of: list.count, within: rules.prefetchDistance)
  }

  /// Returns true unless a page is in flight, or too many were requested automatically.
  ///
  /// The loader decides whether an end that has failed or is complete loads.
  private func mayAsk(at end: ListEnd) -> Bool {
    let tally = tallies[end]
    return !tally.isAsked && tally.without <= rules.emptyPageLimit
      && tally.with < rules.prefetchDistance && !isLoading(end)
  }
}

// MARK: Loaded pages

extension RowsWatch {
  private func end(_ end: ListEnd) -> PageEnd<Failure>? {
    end == .end ? state.latest?.append : state.latest?.prepend
  }

  private func isLoading(_ end: ListEnd) -> Bool { self.end(end)?.isLoading == true }

  private mutating func startTallies() {
    for end in ListEnd.allCases { tallies[end] = Tally(isAsked: tallies[end].isAsked) }
  }

  private mutating func startAnew() {
    isPaused = false
    startTallies()
  }

  /// Counts the loaded pages; a new list restarts the count at its first page, an edit at zero.
  private mutating func count(
    since before: Self,
    _ change: RowsNews<Key, Row, Failure>.Change
  ) {
    if before.state.isLoading, !state.isLoading {
      startAnew()
      if list?.isEmpty == true { for end in ListEnd.allCases { tallies[end].count(false) } }
      return
    }
    let isGrown = change == .pages && before.list?.key == list?.key
    let landed = isGrown ? ListEnd.allCases.filter(before.isLoading) : []
    if landed.isEmpty { startTallies() }
    for end in landed { tallies[end].count(hasNewRows(at: end, since: before)) }
  }

  /// A Boolean value that indicates whether an end has rows that the previous list had not.
  private func hasNewRows(at end: ListEnd, since before: Self) -> Bool {
    guard let list, let old = before.list, list.count <= old.count else {
      return list?.isEmpty == false
    }
    // The header of a continued section is the first row both before and after.
    let outermost = end == .end ? list.suffix(1) : list.prefix(2)
    return outermost.contains { before.index.place(of: $0.id, in: old.items) == nil }
  }

  /// Records that a page is in flight; a page that a caller has requested restarts the count.
  ///
  /// After a load of the list no page is pending, because the request may have joined that load.
  private mutating func noteAsking(at end: ListEnd, since before: Self) {
    if before.state.isLoading, !state.isLoading { tallies[end].isAsked = false }
    guard isLoading(end), !before.isLoading(end) else { return }
    if !tallies[end].isAsked {
      tallies[end] = Tally()
      isPaused = false
    }
    tallies[end].isAsked = false
  }
}
