import ReactiveLoading

/// The records of a list's pages that further loads, refreshes and the window need.
struct PageWindow: Sendable {
  /// The largest number of pages; `nil` for all.
  private var limit: Int?
  private(set) var count = 0
  /// The records of all pages if there is a limit.
  ///
  /// Without one, the pages before the first page have one record, and so have those after the
  /// saved ones. It is that of the outermost page.
  private var entries: [PageRecord] = []
  /// The index of the page that the list was loaded from; not in bounds after it was dropped.
  private var first = 0
  /// The number of pages from that one that are saved; zero for a list that is not saved.
  private var savedCount: Int
  /// The requests of the pages dropped beyond each end, the nearest last.
  private var dropped = Ends<[AnyBox]>(end: [], start: [])

  init(limit: Int?, saving savedCount: Int = 0) {
    self.limit = limit
    self.savedCount = savedCount
  }

  /// Creates an empty window, whose first page has a request.
  init(limit: Int?, saving savedCount: Int = 0, first: AnyBox) {
    self.init(limit: limit, saving: savedCount)
    dropped.end = [first]
  }

  /// Sets the limit, unless the window has more pages than entries.
  mutating func setLimit(_ limit: Int?) { if entries.count == count { self.limit = limit } }

  /// Sets the number of saved pages; the last one contains those that share its record.
  mutating func setSavedCount(_ count: Int) { savedCount = count }

  var firstRequest: AnyBox? { entries.first?.request }

  /// The number of items of the first page in memory; zero without pages.
  var firstCount: Int {
    (entries.indices.contains(first) ? entries[first] : entries.first)?.count ?? 0
  }

  /// An empty window for loading the same pages again from the first.
  var reloading: Self {
    var reloading = Self(limit: limit, saving: savedCount)
    reloading.dropped.start = dropped.start
    if let firstRequest { reloading.dropped.end = [firstRequest] }
    return reloading
  }

  /// Returns the request of the page beyond an end; `nil` if no page follows.
  func request(at end: ListEnd) -> AnyBox? {
    let entry = end == .end ? entries.last : entries.first
    return entry?.beyond[end] ?? dropped[end].last
  }

  /// Adds a page at an end.
  ///
  /// A page without new items is skipped, and does not count towards the limit. At the start of a
  /// saved list without a window, the first page with items has its request; a window would need
  /// both requests, to load the pages again.
  mutating func add(_ page: PageRecord, at end: ListEnd) {
    _ = dropped[end].popLast()
    if end == .end, count == 1, entries[0].count == 0, savedCount > 0, limit == nil {
      return entries[0].continue(by: page)
    }
    if page.count == 0, count > 0 { return entries[last(at: end)].beyond[end] = page.beyond[end] }
    var page = page
    if limit == nil, isFull(at: end) {
      page.count += entries.remove(at: last(at: end)).count
    } else if end == .start, count > 0 {
      first += 1
    }
    count += 1
    entries.insert(page, at: end == .end ? entries.count : 0)
  }

  /// Returns true if a page that is added at an end has a record in common with those at this end.
  private func isFull(at end: ListEnd) -> Bool {
    end == .end ? entries.count - first > max(savedCount, 1) : first > 0
  }

  /// Drops the pages at an end that exceed the limit; returns the number of their items.
  mutating func trim(_ end: ListEnd) -> Int? {
    guard let limit, count > limit else { return nil }
    var items = 0
    while count > limit {
      count -= 1
      if end == .start { first -= 1 }
      let entry = entries.remove(at: last(at: end))
      dropped[end].append(entry.request)
      items += entry.count
    }
    return items
  }

  /// Records that the page with the item at an offset has more or fewer items.
  mutating func change(by difference: Int, at offset: Int) {
    var before = 0
    for number in entries.indices {
      before += entries[number].count
      if offset < before || number == entries.count - 1 {
        entries[number].count += difference
        return
      }
    }
  }

  private func last(at end: ListEnd) -> Int { end == .end ? entries.count - 1 : 0 }
}

// MARK: Saved pages

extension PageWindow {
  /// The first pages of a list, which are saved; none while the first one is not in memory.
  var savedRecords: ArraySlice<PageRecord> {
    guard savedCount > 0, entries.indices.contains(first) else { return [] }
    return entries[first..<min(first + savedCount, entries.count)]
  }

  /// The offsets of the items of the saved pages.
  var savedOffsets: Range<Int> {
    let records = savedRecords
    if records.isEmpty { return 0..<0 }
    let start = entries[..<records.startIndex].reduce(0) { $0 + $1.count }
    return start..<records.reduce(start) { $0 + $1.count }
  }

  /// Returns true if the page that was added last, at an end, is a saved one.
  func savesPage(at end: ListEnd) -> Bool {
    if savedCount == 0 { return false }
    return end == .end ? first >= 0 && entries.count - first <= savedCount : first == 0
  }
}

/// A loaded page without its items: its request, and the requests of the pages beyond it.
struct PageRecord: Sendable {
  let request: AnyBox
  var beyond: Ends<AnyBox?>
  /// The number of its items in the list, and of those of the pages that share its record.
  var count: Int

  /// Adds the next page to a page without items.
  mutating func `continue`(by next: PageRecord) {
    (beyond.end, count) = (next.beyond.end, next.count)
  }
}
