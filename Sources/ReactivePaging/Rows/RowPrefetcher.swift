import ReactiveLoading

/// A state machine that decides at which end of a list of rows a page is needed.
///
/// It counts rows where the loader counts items. The number of automatic requests is bounded for
/// each end until the next intent or visible row: by a number of pages in a row without a row and,
/// because a window may drop rows while others are added, by a number of pages with rows.
struct RowPrefetcher<
  Key: Hashable & Sendable,
  Row: Identifiable & Sendable,
  Failure: Error
>: Sendable where Row.ID: Sendable {
  typealias State = Loadable<PagedList<Key, Row, Failure>, Failure>
  typealias List = PagedList<Key, Row, Failure>

  /// The pages that have loaded at an end since the last intent or visible row.
  private struct LoadedPages {
    /// The number of pages in a row that added no row.
    var withoutRows = 0
    /// The number of pages that added rows.
    var withRows = 0
    /// True while a page is requested and no state shows its load yet.
    var isRequested = false

    mutating func count(_ hasRows: Bool) {
      withoutRows = hasRows ? 0 : withoutRows + 1
      if hasRows { withRows += 1 }
    }
  }

  private let policy: PagingPolicy.Resolved
  private var state = State.notRequested
  /// The last published list; a state may have none while the same list is loaded again.
  private var list: List?
  private var index = ItemIndex<Row>()
  /// The position of the row that became visible last.
  private var visible: Int?
  /// True after a cancel, until the next intent or visible row; no page is requested then.
  private var isPaused = false
  /// True if the last state changed the items, so that the visible row is checked again.
  private(set) var mayPrefetch = false
  private var loadedPages = Ends(end: LoadedPages(), start: LoadedPages())

  init(_ policy: PagingPolicy.Resolved) { self.policy = policy }
}

// MARK: Visible rows

extension RowPrefetcher {
  func position(at index: Int) -> Int? {
    guard let items = state.latest?.items, 0..<items.count ~= index else { return nil }
    return items.bounds.lowerBound + index
  }

  func position(of id: Row.ID) -> Int? {
    state.latest.flatMap { index.position(of: id, in: $0.items) }
  }

  mutating func setVisible(_ position: Int) {
    visible = position
    restart()
  }
}

// MARK: States

extension RowPrefetcher {
  mutating func receive(_ update: RowsUpdate<Key, Row, Failure>) {
    let before = self
    mayPrefetch = false
    state = update.state
    if case .notRequested = state { self = Self(policy) }
    guard let new = state.latest else {
      // The requests have joined the load of a list that hides this one.
      for end in ListEnd.allCases { clearRequest(at: end) }
      return
    }
    list = new
    if update.change != .none {
      findVisibleRow(of: before)
      count(since: before, update.change)
    } else if isCancelled(after: before) {
      (visible, isPaused) = (nil, true)
    }
    for end in ListEnd.allCases { recordRequest(at: end, since: before) }
    mayPrefetch = update.change != .none && update.hasItems && !state.isLoading && !isPaused
  }

  /// Returns true if a load has ended without a page or a failure.
  private func isCancelled(after before: Self) -> Bool {
    if before.state.isLoading, case .loaded = state { return true }
    return ListEnd.allCases.contains { end in
      if before.isLoading(end), case .idle? = self.end(end) { true } else { false }
    }
  }

  /// Finds the visible row of the previous list in the new one: by id, else by its offset.
  private mutating func findVisibleRow(of before: Self) {
    guard let list, let old = before.list, old.key == list.key else {
      index = ItemIndex(list?.items ?? SharedItems())
      visible = nil
      return restart()
    }
    if list.items.extends(old.items) { return index.record(list.items, since: old.items) }
    index = ItemIndex(list.items)
    guard let visibleRow = visible, list.count > 0 else { return visible = nil }
    let offset = min(max(visibleRow - old.items.bounds.lowerBound, 0), list.count - 1)
    let id = old.items.bounds.contains(visibleRow) ? old.items[visibleRow].id : nil
    visible =
      id.flatMap { index.position(of: $0, in: list.items) } ?? list.items.bounds.lowerBound + offset
  }
}

// MARK: Requests

extension RowPrefetcher {
  /// Returns true if a page is needed at an end, and marks it as requested.
  mutating func takesRequest(at end: ListEnd) -> Bool {
    guard needsMore(at: end), mayRequest(at: end) else { return false }
    loadedPages[end].isRequested = true
    return true
  }

  /// Records that a request has started no load.
  mutating func clearRequest(at end: ListEnd) { loadedPages[end].isRequested = false }

  /// Returns true if too few rows follow the visible one, or the list has no row to be visible.
  private func needsMore(at end: ListEnd) -> Bool {
    guard let list = state.latest else { return false }
    if list.isEmpty { return (end == .start) == list.append.isComplete }
    guard let visible else { return false }
    let row = visible - list.items.bounds.lowerBound
    return end.isNear(row, of: list.count, within: policy.prefetchDistance)
  }

  /// Returns true unless a page is in flight, or too many were requested automatically.
  ///
  /// The loader decides whether an end that has failed or is complete loads.
  private func mayRequest(at end: ListEnd) -> Bool {
    let loaded = loadedPages[end]
    return !loaded.isRequested && loaded.withoutRows <= policy.emptyPageLimit
      && loaded.withRows < policy.prefetchDistance && !isLoading(end)
  }
}

// MARK: Loaded pages

extension RowPrefetcher {
  private func end(_ end: ListEnd) -> PageEnd<Failure>? {
    end == .end ? state.latest?.append : state.latest?.prepend
  }

  private func isLoading(_ end: ListEnd) -> Bool { self.end(end)?.isLoading == true }

  private mutating func resetCounts() {
    for end in ListEnd.allCases {
      loadedPages[end] = LoadedPages(isRequested: loadedPages[end].isRequested)
    }
  }

  private mutating func restart() {
    isPaused = false
    resetCounts()
  }

  /// Counts the loaded pages; a new list restarts the count at its first page, an edit at zero.
  private mutating func count(
    since before: Self,
    _ change: RowsUpdate<Key, Row, Failure>.Change
  ) {
    if before.state.isLoading, !state.isLoading {
      restart()
      if list?.isEmpty == true { for end in ListEnd.allCases { loadedPages[end].count(false) } }
      return
    }
    let isGrown = change == .pages && before.list?.key == list?.key
    let landed = isGrown ? ListEnd.allCases.filter(before.isLoading) : []
    if landed.isEmpty { resetCounts() }
    for end in landed { loadedPages[end].count(hasNewRows(at: end, since: before)) }
  }

  /// A Boolean value that indicates whether an end has rows that the previous list had not.
  private func hasNewRows(at end: ListEnd, since before: Self) -> Bool {
    guard let list, let old = before.list, list.count <= old.count else {
      return list?.isEmpty == false
    }
    // The header of a continued section is the first row both before and after.
    let outermost = end == .end ? list.suffix(1) : list.prefix(2)
    return outermost.contains { before.index.position(of: $0.id, in: old.items) == nil }
  }

  /// Records that a page is in flight; a page that a caller has requested restarts the count.
  ///
  /// After a load of the list no page is pending, because the request may have joined that load.
  private mutating func recordRequest(at end: ListEnd, since before: Self) {
    if before.state.isLoading, !state.isLoading { loadedPages[end].isRequested = false }
    guard isLoading(end), !before.isLoading(end) else { return }
    if !loadedPages[end].isRequested {
      loadedPages[end] = LoadedPages()
      isPaused = false
    }
    loadedPages[end].isRequested = false
  }
}
