import ReactiveLoading

/// The records of a list's pages that further loads, refreshes and the window need.
struct PageWindow: Sendable {
  /// The largest number of pages; `nil` for all.
  private var limit: Int?
  /// The number of pages.
  private(set) var count = 0
  /// The records of all pages if there is a limit, else of the first and the last one.
  private var entries: [PageRecord] = []
  /// The requests of the pages dropped beyond each end, the nearest last.
  private var dropped = Ends<[AnyBox]>(end: [], start: [])

  init(limit: Int?) { self.limit = limit }

  /// Creates an empty window, whose first page has a request.
  init(limit: Int?, first: AnyBox) {
    self.limit = limit
    dropped.end = [first]
  }

  /// Sets the limit, unless the window has more pages than entries.
  mutating func setLimit(_ limit: Int?) { if entries.count == count { self.limit = limit } }

  /// The request of the first page.
  var firstRequest: AnyBox? { entries.first?.request }

  /// An empty window for loading the same pages again from the first.
  var reloading: Self {
    var reloading = Self(limit: limit)
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
  /// A page without new items is skipped, and does not count towards the limit.
  mutating func add(_ page: PageRecord, at end: ListEnd) {
    _ = dropped[end].popLast()
    if page.count == 0, count > 0 { return entries[last(at: end)].beyond[end] = page.beyond[end] }
    count += 1
    if limit == nil, entries.count > 1 { entries.remove(at: last(at: end)) }
    entries.insert(page, at: end == .end ? entries.count : 0)
  }

  /// Drops the pages at an end that exceed the limit; returns the number of their items.
  mutating func trim(_ end: ListEnd) -> Int? {
    guard let limit, count > limit else { return nil }
    var items = 0
    while count > limit {
      count -= 1
      let entry = entries.remove(at: last(at: end))
      dropped[end].append(entry.request)
      items += entry.count
    }
    return items
  }

  /// Records that the page with the item at an offset has more or fewer items.
  mutating func change(by difference: Int, at offset: Int) {
    if limit == nil { return }
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

/// A loaded page without its items: its request, and the requests of the pages beyond it.
struct PageRecord: Sendable {
  let request: AnyBox
  var beyond: Ends<AnyBox?>
  /// The number of its items in the list.
  var count: Int
}
