/// The records of a list's pages that further loads, refreshes and the window need.
struct PageWindow: Sendable {
  /// A page and the number of its items in the list.
  private struct Entry: Sendable {
    var page: PageRecord
    var count: Int
  }

  /// The largest number of pages; `nil` for all.
  private var limit: Int?
  /// The number of pages.
  private(set) var count = 0
  /// The entries of all pages if there is a limit, else of the first and the last one.
  private var entries: [Entry] = []
  /// The requests of the pages dropped before the first one, the nearest last.
  private var droppedAtStart: [RequestReference] = []
  /// The requests of the pages dropped after the last one, the nearest last.
  private var droppedAtEnd: [RequestReference] = []

  init(limit: Int?) { self.limit = limit }

  /// Sets the limit, unless the window has more pages than entries.
  mutating func keep(_ limit: Int?) { if entries.count == count { self.limit = limit } }

  /// The request of the first page.
  var firstRequest: RequestReference? { entries.first?.page.request }

  /// An empty window for loading the same pages again from the first.
  var again: Self {
    var again = Self(limit: limit)
    again.droppedAtStart = droppedAtStart
    return again
  }

  /// Returns the request of the page beyond an end; `nil` if no page follows.
  func request(at end: ListEnd) -> RequestReference? {
    switch end {
    case .end: entries.last?.page.next ?? droppedAtEnd.last
    case .start: entries.first?.page.previous ?? droppedAtStart.last
    }
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
      entries[entries.count - 1].page.next = page.next
      _ = droppedAtEnd.popLast()
    case .start:
      entries[0].page.previous = page.previous
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
      switch end {
      case .end: droppedAtEnd.append(entry.page.request)
      case .start: droppedAtStart.append(entry.page.request)
      }
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

/// A loaded page without its items: its request, and the requests of the pages beyond it.
struct PageRecord: Sendable {
  let request: RequestReference
  /// The request of the page after it.
  var next: RequestReference?
  /// The request of the page before it.
  var previous: RequestReference?
}

/// A request behind a reference, without the types of its key and cursor.
// SAFETY: the only property of the subclass is a constant, whose type is Sendable.
class RequestReference: @unchecked Sendable {
  fileprivate init() {}
}

/// A request behind a reference.
// SAFETY: as for the superclass.
final class SharedRequest<Key: Hashable & Sendable, Cursor: Hashable & Sendable>: RequestReference,
  @unchecked Sendable
{
  typealias Request = PageRequest<Key, Cursor>

  let request: Request

  init(_ request: Request) { self.request = request }
}

extension RequestReference {
  /// The reference with its request; all requests of a list have the same type.
  func typed<Key, Cursor>(as type: SharedRequest<Key, Cursor>.Type) -> SharedRequest<Key, Cursor> {
    unsafeDowncast(self, to: type)
  }
}
