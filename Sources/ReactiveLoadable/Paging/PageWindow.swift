/// The records of a list's pages that further loads, refreshes and the window need.
struct PageWindow<Key: Hashable & Sendable, Cursor: Hashable & Sendable>: Sendable {
  typealias Request = PageRequest<Key, Cursor>
  typealias Record = PageRecord<Key, Cursor>

  /// The largest number of pages; `nil` for all.
  private var limit: Int?
  /// The number of pages.
  private(set) var count = 0
  /// The records of all pages if there is a limit, else of the first and the last one.
  private var records: [Record] = []
  /// The requests of the pages dropped before the first one, the nearest last.
  private var droppedAtStart: [Request] = []
  /// The requests of the pages dropped after the last one, the nearest last.
  private var droppedAtEnd: [Request] = []

  init(limit: Int?) { self.limit = limit }

  /// Sets the limit, unless the window has more pages than records.
  mutating func keep(_ limit: Int?) { if records.count == count { self.limit = limit } }

  /// The request of the first page.
  var firstRequest: Request? { records.first?.request }

  /// An empty window for loading the same pages again from the first.
  var again: Self {
    var again = Self(limit: limit)
    again.droppedAtStart = droppedAtStart
    return again
  }

  /// Returns the request of the page beyond an end; `nil` if no page follows.
  func request(at end: ListEnd) -> Request? {
    switch end {
    case .end: records.last?.next ?? droppedAtEnd.last
    case .start: records.first?.previous ?? droppedAtStart.last
    }
  }

  mutating func add(_ record: Record, at end: ListEnd) {
    if record.count == 0, count > 0 { return lead(on: record, at: end) }
    count += 1
    switch end {
    case .end:
      if limit == nil, records.count > 1 { records.removeLast() }
      records.append(record)
      _ = droppedAtEnd.popLast()
    case .start:
      if limit == nil, records.count > 1 { records.removeFirst() }
      records.insert(record, at: 0)
      if count > 1 { _ = droppedAtStart.popLast() }
    }
  }

  /// Skips a page without new items, which does not count towards the limit.
  private mutating func lead(on record: Record, at end: ListEnd) {
    switch end {
    case .end:
      records[records.count - 1].next = record.next
      _ = droppedAtEnd.popLast()
    case .start:
      records[0].previous = record.previous
      _ = droppedAtStart.popLast()
    }
  }

  /// Drops the pages at an end that exceed the limit; returns the number of their items.
  mutating func trim(_ end: ListEnd) -> Int? {
    guard let limit, count > limit else { return nil }
    var items = 0
    while count > limit {
      count -= 1
      switch end {
      case .end:
        let record = records.removeLast()
        droppedAtEnd.append(record.request)
        items += record.count
      case .start:
        let record = records.removeFirst()
        droppedAtStart.append(record.request)
        items += record.count
      }
    }
    return items
  }

  /// Records that the page with the item at an offset has more or fewer items.
  mutating func change(by difference: Int, at offset: Int) {
    if limit == nil { return }
    var before = 0
    for number in records.indices {
      before += records[number].count
      if offset < before || number == records.count - 1 {
        records[number].count += difference
        return
      }
    }
  }
}

/// A record of a page: its request, its cursors, and the number of its items in the list.
struct PageRecord<Key: Hashable & Sendable, Cursor: Hashable & Sendable>: Sendable {
  let request: PageRequest<Key, Cursor>
  /// The request of the page after it.
  var next: PageRequest<Key, Cursor>?
  /// The request of the page before it.
  var previous: PageRequest<Key, Cursor>?
  var count: Int

  init<Item>(_ page: Page<Cursor, Item>, _ request: PageRequest<Key, Cursor>, count: Int) {
    let key = request.key
    self.request = request
    self.count = count
    next = page.next.map { PageRequest(key: key, cursor: $0, direction: .next) }
    previous = page.previous.map { PageRequest(key: key, cursor: $0, direction: .previous) }
  }
}
