/// The pages that a list consists of, as far as they are needed to go on, or to read them again.
struct PageWindow<Key: Hashable & Sendable, Cursor: Hashable & Sendable>: Sendable {
  typealias Request = PageRequest<Key, Cursor>
  typealias Record = PageRecord<Key, Cursor>

  /// How many pages are kept; `nil` for all.
  private var limit: Int?
  /// How many pages there are.
  private(set) var count = 0
  /// All pages if there is a limit, else the first and the last one.
  private var records: [Record] = []
  /// How the pages were asked for that were let go of before the first one, the nearest last.
  private var droppedAtStart: [Request] = []
  /// How the pages were asked for that were let go of after the last one, the nearest last.
  private var droppedAtEnd: [Request] = []

  init(limit: Int?) { self.limit = limit }

  /// Keeps as many pages from now on, unless there are more than this knows of.
  mutating func keep(_ limit: Int?) { if records.count == count { self.limit = limit } }

  /// How the first page was asked for.
  var firstRequest: Request? { records.first?.request }

  /// No pages yet, where the same ones are to be read again from the first.
  var again: Self {
    var again = Self(limit: limit)
    again.droppedAtStart = droppedAtStart
    return again
  }

  /// How to ask for the page beyond an end; `nil` if there is none.
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

  /// Goes past a page that had nothing new: it takes no place of one that has.
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

  /// Lets go of the pages at an end that are too many; returns how many items they had.
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

  /// Notes that the page with the item at an offset has become longer or shorter.
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

/// A page of a list: how it was asked for, what it told, and how many items of the list are on it.
struct PageRecord<Key: Hashable & Sendable, Cursor: Hashable & Sendable>: Sendable {
  let request: PageRequest<Key, Cursor>
  /// How to ask for the page after it.
  var next: PageRequest<Key, Cursor>?
  /// How to ask for the page before it.
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
