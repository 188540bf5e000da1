import Foundation
import ReactiveLoadable
import ReactiveResources

/// What the records of lists must be, by the states that were published.
struct RestartListState {
  struct Key {
    /// The lists whose first pages the record may have when nothing runs; `nil` is no record.
    var lists: [[SavedRow]?] = [nil]
    /// Rows up to this number must not be shown or written: they were loaded before a reset.
    var retired = 0
    /// True if the list was invalidated after its load; `nil` if that is unknown.
    var isStale: Bool? = false
    /// A list that was requested up to this number was invalidated while it was loaded.
    var invalidated = 0
    /// True if a load without a call was invalidated.
    var mayBeInvalidated = false
    /// True if the list is in memory, with enough cached lists for all keys.
    var isInMemory = false
    /// False if the list has no page of a request without a cursor: its record does not change.
    var hasFirstPage = true
    /// The call of the last page of a load of the list.
    var lastPage: Int?

    var rows: [SavedRow]? { lists.last ?? nil }
  }

  let script: RestartScript
  private(set) var keys: [Int: Key] = [:]
  /// The dates at which lists were loaded, by the call of their first page.
  private var dates: [Int: Date] = [:]
  /// The cursors of all calls.
  private var cursors: [Int: Int?] = [:]
  private(set) var shown = SavedListState.notRequested
  /// The key of the last load; `nil` after a cancel or a reset.
  var last: Int?
  /// The key of the list that a cancel returns to.
  private var held: Int?
  private(set) var broken: String?

  init(script: RestartScript) {
    self.script = script
    for key in RestartScript.requests { keys[key] = Key() }
  }

  private mutating func fail(_ text: String) { broken = broken ?? text }

  private mutating func change(_ key: Int, _ body: (inout Key) -> Void) {
    if var state = keys[key] {
      body(&state)
      keys[key] = state
    }
  }

  func date(of rows: [SavedRow]) -> Date? {
    rows.first { $0.page == 0 }.flatMap { dates[$0.serial] }
  }
}

// MARK: Calls of the list

extension RestartListState {
  /// The loader may forget the key of a load that is cancelled, or of a list that is cleared.
  mutating func cancels() { last = nil }

  mutating func invalidates(upTo serial: Int) {
    for key in RestartScript.requests {
      let (isShown, isHeld) = (shown.latest?.key == key, held == key)
      let isLoading = shown.isLoading && last ?? key == key
      change(key) { state in
        if isShown || state.isInMemory, state.lists != [nil] {
          state.isStale = state.hasFirstPage ? true : nil
        } else if isHeld || isLoading, state.isStale == false {
          state.isStale = nil
        }
        if isLoading { (state.invalidated, state.mayBeInvalidated) = (serial, true) }
      }
    }
  }

  /// Removes the records of the running, the visible, the last and the cached lists.
  mutating func resets(upTo serial: Int) {
    let used = [last, held, shown.latest?.key].compactMap(\.self)
    for key in RestartScript.requests {
      change(key) { state in
        if used.contains(key) || state.isInMemory {
          state = Key(retired: serial)
        } else {
          // The loader may still know a key whose load was cancelled.
          state.lists.append(nil)
        }
      }
    }
    (last, held) = (nil, nil)
  }

  /// An edit of a list that is not visible may find it in memory, or not.
  mutating func edits(_ row: SavedRow) {
    if shown.latest?.key == row.key { return }
    change(row.key) { state in
      guard var rows = state.rows, let index = rows.firstIndex(where: { $0.id == row.id }) else {
        return
      }
      rows[index].edits += 1
      state.lists.append(rows)
    }
  }
}

// MARK: The server

extension RestartListState {
  mutating func receivesPage(of key: Int, _ serial: Int) { change(key) { $0.lastPage = serial } }

  /// Checks a request: a page is requested by the last cursor of the list that it is added to.
  mutating func calls(_ request: PageRequest<Int, Int>, serial: Int) {
    cursors[serial] = .some(request.cursor)
    guard let cursor = request.cursor.map({ SavedCursor($0) }) else {
      if !shown.isLoading { fail("\(request) outside a load of the list") }
      return
    }
    if shown.isLoading {
      // A deep refresh begins with the first page of the list, which may have been added there.
      let first = shown.latest?.first { $0.page != nil }.flatMap { cursors[$0.serial] } ?? nil
      if keys[request.key]?.lastPage != cursor.serial, first != cursor.value {
        fail("\(request) during a load")
      }
      return
    }
    let rows = shown.latest?.filter { $0.page != nil } ?? []
    let edge = request.direction == .next ? rows.last : rows.first
    let step = request.direction == .next ? 1 : -1
    if shown.latest?.key != request.key || edge?.serial != cursor.serial
      || edge?.page.map({ $0 + step }) != cursor.page
    {
      fail("\(request) does not follow \(edge.debugDescription)")
    }
  }
}

// MARK: States

extension RestartListState {
  mutating func sees(_ new: SavedListState, at now: Date) {
    checkLength(new)
    shown = new
    switch new {
    case .notRequested: held = nil
    case .loading(let loading): sees(loading.previous, loading.savedAt, at: now)
    case .loaded(let list): sees(list, list.savedAt, at: now)
    case .failed(let failed):
      held = nil
      sees(failed.previous, failed.savedAt, at: now)
    }
  }

  private mutating func sees(_ list: SavedList?, _ savedAt: Date?, at now: Date) {
    guard let list else { return }
    let rows = Array(list)
    held = list.key
    if list.savedAt != savedAt { fail("two dates of \(list)") }
    if rows.contains(where: { $0.key != list.key }) { fail("a row of another key in \(list)") }
    let retired = keys[list.key]?.retired ?? 0
    if rows.contains(where: { $0.serial <= retired }) { fail("\(list) is shown after a reset") }
    guard let first = rows.first(where: { $0.page == 0 })?.serial else {
      return fail("\(list) has no first page")
    }
    let (isNew, isCached) = (savedAt == nil && dates[first] == nil, script.cachesLists)
    if isNew { dates[first] = now }
    let hasFirstPage = cursors[first] == .some(nil)
    change(list.key) { state in
      state.hasFirstPage = hasFirstPage
      if hasFirstPage { state.lists = [rows] }
      if !hasFirstPage {
        state.isStale = nil
      } else if isNew {
        let isOutdated = first <= state.invalidated
        // The first page of several may be older than an invalidation, and the last one newer.
        let isUnknown = isOutdated ? rows.contains { $0.page == 1 } : state.mayBeInvalidated
        state.isStale = isUnknown ? nil : isOutdated
        state.mayBeInvalidated = false
      }
      if isCached { state.isInMemory = true }
    }
    checkAge(list, savedAt, first, at: now)
  }

  /// A load that shows a saved list has as many pages, unless a page was added before the first one.
  private mutating func checkLength(_ new: SavedListState) {
    guard case .loading(let loading) = shown, let saved = loading.previous, saved.savedAt != nil,
      case .loaded(let list) = new, list.key == saved.key, list.savedAt == nil
    else { return }
    let (before, after) = (saved.compactMap(\.page), list.compactMap(\.page))
    if before.contains(where: { $0 < 0 }) { return }
    if let last = before.max(), after.max() ?? 0 < last { fail("\(list) is shorter than \(saved)") }
  }

  private mutating func checkAge(_ list: SavedList, _ savedAt: Date?, _ first: Int, at now: Date) {
    let isStale = keys[list.key]?.isStale
    guard let savedAt else {
      if let isStale, isStale != list.isStale { fail("\(list) is stale: \(list.isStale)") }
      return
    }
    if savedAt != dates[first] { fail("\(list) was not saved at \(savedAt)") }
    let isOld = !script.isYoung(now.timeIntervalSince(savedAt))
    if isOld || isStale == true, !list.isStale { fail("\(list) is not stale") }
    if !isOld, isStale == false, list.isStale { fail("\(list) is young and stale") }
  }
}

// MARK: Records

extension RestartListState {
  mutating func startReading(_ key: String) {
    if keys.contains(where: { "v/\($0.key)" == key && $0.value.isInMemory }) {
      fail("a read of \(key), whose list is in memory")
    }
    if case .loading(let loading) = shown, loading.cause == .retry { fail("a retry reads \(key)") }
  }

  mutating func startSaving(_ pages: [SavedPage]?, _ key: String) {
    guard let pages, let row = pages.rows.first else { return fail("no rows of \(key)") }
    if "v/\(row.key)" != key { fail("\(row) is written to \(key)") }
    checkPages(pages, of: row.key)
    if pages.rows.contains(where: { $0.serial <= keys[row.key]?.retired ?? 0 }) {
      fail("\(pages) is written after a reset")
    }
  }

  private mutating func checkPages(_ pages: [SavedPage], of key: Int) {
    if pages.count > script.pages { fail("\(pages.count) saved pages") }
    for (number, page) in pages.enumerated() where !page.isWhole(key, number) {
      fail("\(page) is not page \(number) of \(key)")
    }
  }

  /// Starts from the records that a process finds.
  mutating func startProcess(_ records: [String: [SavedPage]], isCrash: Bool) {
    (shown, last, held) = (.notRequested, nil, nil)
    for key in RestartScript.requests {
      let pages = records["v/\(key)"]
      if let pages, date(of: pages.rows) == nil { fail("\(pages) was never loaded") }
      change(key) { state in
        let first = pages?.rows.map(\.serial).min()
        // A removal that the end of the process has prevented leaves an old record.
        let retired = first.map { min(state.retired, $0 - 1) } ?? state.retired
        // A mark that the end has prevented is missing.
        let isStale = isCrash ? nil : state.isStale
        state = Key(lists: [pages?.rows], retired: retired, isStale: isStale)
      }
    }
  }

  mutating func check(_ pages: [SavedPage]?, of key: Int) {
    let lists = keys[key]?.lists ?? []
    if !lists.contains(where: { isRecord(pages, of: $0) }) {
      fail("the record of \(key) is \(pages?.rows.debugDescription ?? "none"), not of \(lists)")
    }
  }

  /// True if saved pages are the first ones of a list; an inserted row may be in the page before it
  /// or in the one after it.
  private func isRecord(_ pages: [SavedPage]?, of list: [SavedRow]?) -> Bool {
    guard let saved = pages?.rows, let list else { return pages == nil && list == nil }
    let first = list.filter { $0.page.map { (0..<script.pages).contains($0) } == true }
    return saved.filter { $0.page != nil } == first
      && list.indices.contains { list[$0...].starts(with: saved) }
  }
}
