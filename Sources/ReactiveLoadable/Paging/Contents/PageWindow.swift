/// The records of a list's pages that further loads, refreshes and the window need.
struct PageWindow: Sendable {
  /// A page and the number of its items in the list.
  private struct Entry: Sendable {
    var page: PageRecord
    var count: Int
  }

  /// The way to request the page beyond an end.
  enum Source {
    /// By the cursor of the outermost page.
    case beyond(PageRecord)
    /// As a page that the window has dropped was requested.
    case dropped(PageRecord)
  }

  /// The largest number of pages; `nil` for all.
  private var limit: Int?
  /// The number of pages.
  private(set) var count = 0
  /// The entries of all pages if there is a limit, else of the first and the last one.
  private var entries: [Entry] = []
  /// The pages dropped before the first one, the nearest last.
  private var droppedAtStart: [PageRecord] = []
  /// The pages dropped after the last one, the nearest last.
  private var droppedAtEnd: [PageRecord] = []

  init(limit: Int?) { self.limit = limit }

  /// Sets the limit, unless the window has more pages than entries.
  mutating func keep(_ limit: Int?) { if entries.count == count { self.limit = limit } }

  var first: PageRecord? { entries.first?.page }

  /// An empty window for loading the same pages again from the first.
  var again: Self {
    var again = Self(limit: limit)
    again.droppedAtStart = droppedAtStart
    return again
  }

  /// Returns the way to request the page beyond an end; `nil` if no page follows.
  func source(at end: ListEnd) -> Source? {
    guard let page = end == .end ? entries.last?.page : entries.first?.page else { return nil }
    if end == .end ? page.leadsOn : page.leadsBack { return .beyond(page) }
    return (end == .end ? droppedAtEnd : droppedAtStart).last.map(Source.dropped)
  }

  /// Adds a page with a number of new items at an end.
  mutating func add(_ page: PageRecord, count new: Int, at end: ListEnd) {
    if new == 0, count > 0 { return lead(on: page, at: end) }
    count += 1
    switch end {
    case .end:
      if limit == nil, entries.count > 1 { entries.removeLast() }
      entries.append(Entry(page: page, count: new))
      _ = droppedAtEnd.popLast()
    case .start:
      if limit == nil, entries.count > 1 { entries.removeFirst() }
      entries.insert(Entry(page: page, count: new), at: 0)
      if count > 1 { _ = droppedAtStart.popLast() }
    }
  }

  /// Skips a page without new items, which does not count towards the limit.
  private mutating func lead(on page: PageRecord, at end: ListEnd) {
    switch end {
    case .end:
      let last = entries.count - 1
      entries[last].page = entries[last].page.leading(as: page, at: .end)
      _ = droppedAtEnd.popLast()
    case .start:
      entries[0].page = entries[0].page.leading(as: page, at: .start)
      _ = droppedAtStart.popLast()
    }
  }

  /// Drops the pages at an end that exceed the limit; returns the number of their items.
  mutating func trim(_ end: ListEnd) -> Int? {
    guard let limit, count > limit else { return nil }
    var items = 0
    while count > limit {
      count -= 1
      let entry = end == .end ? entries.removeLast() : entries.removeFirst()
      if end == .end { droppedAtEnd.append(entry.page) } else { droppedAtStart.append(entry.page) }
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
}

/// A loaded page without its items, and without the types of its key and cursors.
class PageRecord: @unchecked Sendable {
  /// True if another page follows.
  let leadsOn: Bool
  /// True if another page precedes it.
  let leadsBack: Bool

  // SAFETY: all properties are constants, also those of the subclass, whose types are Sendable.
  init(leadsOn: Bool, leadsBack: Bool) {
    self.leadsOn = leadsOn
    self.leadsBack = leadsBack
  }

  /// Returns the same page with another cursor at an end, that of a page without new items.
  func leading(as page: PageRecord, at end: ListEnd) -> PageRecord { self }
}

/// A loaded page: its request and its cursors.
final class LoadedPage<Key: Hashable & Sendable, Cursor: Hashable & Sendable>: PageRecord,
  @unchecked Sendable
{
  typealias Request = PageRequest<Key, Cursor>

  let request: Request
  private let next: Cursor?
  private let previous: Cursor?

  // SAFETY: as for the superclass.
  init(_ request: Request, next: Cursor?, previous: Cursor?) {
    self.request = request
    self.next = next
    self.previous = previous
    super.init(leadsOn: next != nil, leadsBack: previous != nil)
  }

  /// The request of the page beyond this one.
  func following(at end: ListEnd) -> Request? {
    let direction: Request.Direction = end == .end ? .next : .previous
    return (end == .end ? next : previous).map {
      Request(key: request.key, cursor: $0, direction: direction)
    }
  }

  /// Returns true if the page beyond this one has a request.
  func leads(to request: Request, at end: ListEnd) -> Bool {
    guard let cursor = request.cursor, let beyond = end == .end ? next : previous else {
      return false
    }
    return request.direction == (end == .end ? .next : .previous) && beyond == cursor
  }

  override func leading(as page: PageRecord, at end: ListEnd) -> PageRecord {
    guard let page = page as? Self else { return self }
    return LoadedPage(
      request,
      next: end == .end ? page.next : next,
      previous: end == .start ? page.previous : previous
    )
  }
}

extension PageRecord {
  /// The page with its request; all pages of a list have the same types.
  func typed<Key, Cursor>(_ type: LoadedPage<Key, Cursor>.Type) -> LoadedPage<Key, Cursor> {
    unsafeDowncast(self, to: type)
  }
}
