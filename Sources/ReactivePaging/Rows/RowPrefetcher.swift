import ReactiveLoading

/// A state machine that decides at which end of a list of rows a page is needed.
///
/// It counts rows where the loader counts items. The number of automatic requests is bounded for
/// each end until the next intent or visible row: by a number of pages in a row without a row and,
/// because a window may drop rows while others are added, by a number of pages with rows.
///
/// It is a class, because the methods of a class need no look-up of its type. A decision is made on
/// a copy, which never changes after that.
final class RowPrefetcher<
  Key: Hashable & Sendable,
  Row: Identifiable & Sendable,
  Failure: Error
> where Row.ID: Sendable {
  /// The case of a state.
  private enum Phase {
    case notRequested, loading, loaded, failed
  }

  typealias List = PagedList<Key, Row, Failure>

  /// The pages that have loaded at an end since the last intent or visible row.
  private struct LoadedPages {
    /// The number of pages in a row that added no row.
    var withoutRows = 0
    /// The number of pages that added rows.
    var withRows = 0
    /// True while a page is requested and no state shows its load yet.
    var isRequested = false
    /// True if a part of the page in flight has added rows.
    var hasPartRows = false

    mutating func count(_ hasRows: Bool) {
      hasPartRows = false
      withoutRows = hasRows ? 0 : withoutRows + 1
      if hasRows { withRows += 1 }
    }
  }

  private let policy: PagingPolicy.Resolved
  @exclusivity(unchecked) private var phase = Phase.notRequested
  /// The list of the last state.
  // NB: Not the state, which depends on its types, so that each read looks them up.
  @exclusivity(unchecked) private var latest: List?
  /// The last published list; a state may have none while the same list is loaded again.
  @exclusivity(unchecked) private var list: List?
  @exclusivity(unchecked) private var index: ItemIndex<Row>
  /// The position of the row that became visible last.
  @exclusivity(unchecked) private var visible: Int?
  /// True after a cancel, until the next intent or visible row; no page is requested then.
  @exclusivity(unchecked) private var isPaused = false
  /// True if the last state changed the items, so that the visible row is checked again.
  @exclusivity(unchecked) private(set) var mayPrefetch = false
  @exclusivity(unchecked) private var loadedPages = Ends(end: LoadedPages(), start: LoadedPages())

  init(_ policy: PagingPolicy.Resolved) {
    self.policy = policy
    // NB: A default value would also be created for each copy.
    index = ItemIndex()
  }

  private init(copying other: RowPrefetcher) {
    policy = other.policy
    phase = other.phase
    latest = other.latest
    list = other.list
    index = other.index
    visible = other.visible
    isPaused = other.isPaused
    mayPrefetch = other.mayPrefetch
    loadedPages = other.loadedPages
  }

  func copy() -> RowPrefetcher { RowPrefetcher(copying: self) }
}

// SAFETY: only the decision that has created a copy changes it, before the copy is committed.
extension RowPrefetcher: @unchecked Sendable {}

// MARK: Visible rows

extension RowPrefetcher {
  func position(at index: Int) -> Int? {
    guard let items = latest?.items, 0..<items.count ~= index else { return nil }
    return items.bounds.lowerBound + index
  }

  func position(of id: Row.ID) -> Int? {
    latest.flatMap { index.position(of: id, in: $0.items) }
  }

  func setVisible(_ position: Int) {
    visible = position
    restart()
  }
}

// MARK: States

extension RowPrefetcher {
  func receive(_ update: RowsUpdate<Key, Row, Failure>) {
    let before = copy()
    mayPrefetch = false
    latest = update.state.latest
    switch update.state {
    case .notRequested:
      phase = .notRequested
      release()
    case .loading: phase = .loading
    case .loaded: phase = .loaded
    case .failed: phase = .failed
    }
    guard let new = latest else {
      // The requests have joined the load of a list that hides this one.
      for end in ListEnd.allCases { clearRequest(at: end) }
      return
    }
    list = new
    if update.change != .none {
      findVisibleRow(of: before)
      switch update.change {
      case .part: recordPart(since: before)
      case .withoutPart:
        (visible, isPaused) = (nil, true)
        for end in ListEnd.allCases { loadedPages[end].hasPartRows = false }
      case .none, .pages, .others: count(since: before, update.change)
      }
    } else if isCancelled(after: before) {
      (visible, isPaused) = (nil, true)
    }
    for end in ListEnd.allCases { recordRequest(at: end, since: before) }
    let isLoaded = update.change != .none && update.change != .part
    mayPrefetch = isLoaded && update.hasItems && phase != .loading && !isPaused
  }

  /// Releases the rows of a list that is not requested anymore.
  private func release() {
    (list, index, visible, isPaused) = (nil, ItemIndex(), nil, false)
    loadedPages = Ends(end: LoadedPages(), start: LoadedPages())
  }

  /// Returns true if a load has ended without a page or a failure.
  private func isCancelled(after before: RowPrefetcher) -> Bool {
    if before.phase == .loading, phase == .loaded { return true }
    return ListEnd.allCases.contains { before.isLoading($0) && end($0)?.isIdle == true }
  }

  /// Finds the visible row of the previous list in the new one: by id, else by its offset.
  private func findVisibleRow(of before: RowPrefetcher) {
    guard let list, let old = before.list, old.key == list.key else {
      index = ItemIndex(list?.items ?? SharedItems())
      visible = nil
      return restart()
    }
    // Without rows, the positions do not show whether a chunk has changed.
    if old.items.count > 0, list.items.extends(old.items) {
      return index.record(list.items, since: old.items)
    }
    index.recordEdits(of: list.items, since: old.items)
    guard let visibleRow = visible, list.items.count > 0 else { return visible = nil }
    let offset = min(max(visibleRow - old.items.bounds.lowerBound, 0), list.items.count - 1)
    let id = old.items.bounds.contains(visibleRow) ? old.items[visibleRow].id : nil
    visible =
      id.flatMap { index.position(of: $0, in: list.items) } ?? list.items.bounds.lowerBound + offset
  }
}

// MARK: Requests

extension RowPrefetcher {
  /// Returns true if a page is needed at an end, and marks it as requested.
  func takesRequest(at end: ListEnd) -> Bool {
    guard needsMore(at: end), mayRequest(at: end) else { return false }
    loadedPages[end].isRequested = true
    return true
  }

  /// Records that a request has started no load.
  func clearRequest(at end: ListEnd) { loadedPages[end].isRequested = false }

  /// Returns true if too few rows follow the visible one, or the list has no row to be visible.
  func needsMore(at end: ListEnd) -> Bool {
    guard let list = latest else { return false }
    // NB: The counts of the items, because those of a collection take 4,000 instructions.
    if list.items.count == 0 { return (end == .start) == list.properties.append.isComplete }
    guard let visible else { return false }
    let row = visible - list.items.bounds.lowerBound
    return end.isNear(row, of: list.items.count, within: policy.prefetchDistance)
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
  private func end(_ end: ListEnd) -> BoxedPageEnd<Failure>? {
    end == .end ? latest?.properties.append : latest?.properties.prepend
  }

  private func isLoading(_ end: ListEnd) -> Bool { self.end(end)?.isLoading == true }

  private func resetCounts() {
    for end in ListEnd.allCases {
      let before = loadedPages[end]
      loadedPages[end] = LoadedPages(
        isRequested: before.isRequested,
        hasPartRows: before.hasPartRows
      )
    }
  }

  private func restart() {
    isPaused = false
    resetCounts()
  }

  /// Counts the loaded pages; a new list restarts the count at its first page, an edit at zero.
  private func count(since before: RowPrefetcher, _ change: ItemsChange) {
    if before.phase == .loading, phase != .loading {
      restart()
      if list?.items.count == 0 { for end in ListEnd.allCases { loadedPages[end].count(false) } }
      return
    }
    let isGrown = change == .pages && before.list?.key == list?.key
    let landed = isGrown ? ListEnd.allCases.filter(before.isLoading) : []
    if landed.isEmpty { resetCounts() }
    for end in landed {
      let hasRows = loadedPages[end].hasPartRows || hasNewRows(at: end, since: before)
      loadedPages[end].count(hasRows)
    }
  }

  /// Records the rows of a part, which its page then does not add.
  private func recordPart(since before: RowPrefetcher) {
    for end in ListEnd.allCases where isLoading(end) {
      if hasNewRows(at: end, since: before) { loadedPages[end].hasPartRows = true }
    }
  }

  /// A Boolean value that indicates whether an end has rows that the previous list had not.
  private func hasNewRows(at end: ListEnd, since before: RowPrefetcher) -> Bool {
    guard let list, let old = before.list, list.items.count <= old.items.count else {
      return list.map { $0.items.count > 0 } ?? false
    }
    // The header of a continued section is the first row both before and after.
    let outermost = end == .end ? list.suffix(1) : list.prefix(2)
    return outermost.contains { before.index.position(of: $0.id, in: old.items) == nil }
  }

  /// Records that a page is in flight; a page that a caller has requested restarts the count.
  ///
  /// After a load of the list no page is pending, because the request may have joined that load.
  private func recordRequest(at end: ListEnd, since before: RowPrefetcher) {
    if before.phase == .loading, phase != .loading { loadedPages[end].isRequested = false }
    guard isLoading(end), !before.isLoading(end) else { return }
    if !loadedPages[end].isRequested {
      loadedPages[end] = LoadedPages()
      isPaused = false
    }
    loadedPages[end].isRequested = false
  }
}
