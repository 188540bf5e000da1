import ReactiveLoading

/// The values of one list: its key, items, pages and errors.
///
/// It is a class, because the methods of a class need no look-up of its type. Only the decision
/// that has created it changes it; a later decision changes a copy.
final class ListContents<
  Key: Hashable & Sendable,
  Cursor: Hashable & Sendable,
  Item: Identifiable & Sendable,
  Failure: Error
> where Item.ID: Sendable {
  typealias Page = ReactivePaging.Page<Cursor, Item>
  typealias Request = PageRequest<Key, Cursor>

  let key: NumberedKey<Key>
  private(set) var items: SharedItems<Item>
  private var index: ItemIndex<Item>
  private(set) var total: Int?
  private(set) var duplicateCount = 0
  private(set) var pages: PageWindow
  // The failures of the ends, while the core says that they have failed.
  private var endError: Box<Failure>?
  private var startError: Box<Failure>?

  init(_ key: NumberedKey<Key>, in pages: PageWindow) {
    self.key = key
    self.pages = pages
    // NB: A default value would also be created for each copy.
    items = SharedItems()
    index = ItemIndex()
  }

  init(copying other: ListContents) {
    key = other.key
    items = other.items
    index = other.index
    total = other.total
    duplicateCount = other.duplicateCount
    pages = other.pages
    endError = other.endError
    startError = other.startError
  }

  func position(of id: Item.ID) -> Int? { index.position(of: id, in: items) }

  func offset(of id: Item.ID) -> Int? { position(of: id).map { $0 - items.bounds.lowerBound } }
}

// MARK: Pages

extension ListContents {
  /// Adds a page at an end, without dropping others.
  func add(_ page: Page, of request: Box<Request>, at end: ListEnd) -> PagingCore.AddedPage {
    let before = items
    let (oldTotal, oldDuplicateCount) = (total, duplicateCount)
    let new = index.newItems(of: page.items, for: items)
    items = items.adding(new.items, new.hashes, at: end)
    index.record(items, since: before)
    duplicateCount += new.duplicates
    total = page.total ?? total
    let record = PageRecord(
      request: request,
      beyond: Ends(
        end: boxedRequest(page.next, .next),
        start: boxedRequest(page.previous, .previous)
      ),
      count: new.items.count
    )
    pages.add(record, at: end)
    self[error: end] = nil
    var added = added(at: end)
    added.new = new.items.count
    added.repeats = self.request(at: end) == request
    added.changesTotals = total != oldTotal || duplicateCount != oldDuplicateCount
    return added
  }

  private func boxedRequest(_ cursor: Cursor?, _ direction: Request.Direction) -> Box<Request>? {
    guard let cursor else { return nil }
    return Box(Request(key: key.key, cursor: cursor, direction: direction))
  }

  /// The counts of the list, without a new page.
  func added(at end: ListEnd) -> PagingCore.AddedPage {
    PagingCore.AddedPage(
      new: 0,
      count: items.count,
      pages: pages.count,
      hasMore: pages.request(at: end) != nil,
      otherHasMore: pages.request(at: end.other) != nil
    )
  }

  /// Drops the pages at an end that exceed the window; returns the number of their items.
  func trim(_ end: ListEnd) -> Int? {
    guard let count = pages.trim(end) else { return nil }
    items = end == .end ? items.droppingLast(count) : items.droppingFirst(count)
    self[error: end] = nil
    return count
  }

  func with(window: Int?) -> ListContents {
    let list = ListContents(copying: self)
    list.pages.setLimit(window)
    return list
  }

  func request(at end: ListEnd) -> Box<Request>? {
    pages.request(at: end)?.assumed(of: Request.self)
  }
  var firstRequest: Box<Request>? { pages.firstRequest?.assumed(of: Request.self) }
}

// MARK: Ends

extension ListContents {
  subscript(error end: ListEnd) -> Box<Failure>? {
    get { end == .end ? endError : startError }
    set { if end == .end { endError = newValue } else { startError = newValue } }
  }

  /// Returns the properties of the list as clients see it.
  func properties(_ list: PagingCore.List) -> ListProperties<Key, Failure> {
    ListProperties(
      key: key,
      append: BoxedPageEnd(list[.end], endError),
      prepend: BoxedPageEnd(list[.start], startError),
      total: total,
      duplicateCount: duplicateCount
    )
  }
}

extension BoxedPageEnd {
  fileprivate init(_ endState: PagingCore.EndState, _ error: Box<Failure>?) {
    switch endState.phase {
    case .settled: attempt = nil
    case .waiting: attempt = 0
    case .loading(let work): attempt = work.attempts.retries
    }
    isComplete = endState.settled == .complete
    self.error = endState.settled == .failed ? error : nil
  }
}

// MARK: Edits

extension ListContents {
  /// Returns the edited list; `nil` if the list does not contain the item or position.
  func edited(_ edit: ListEdit<Item>) -> ListContents? {
    let list = ListContents(copying: self)
    return list.apply(edit) ? list : nil
  }

  /// Applies an edit; returns false if the list does not contain the item or position.
  func apply(_ edit: ListEdit<Item>) -> Bool {
    switch edit {
    case .change(let id, let body): change(id, body)
    case .remove(let id): remove(id)
    case .insert(let item, let position): insert(item, at: position)
    }
  }

  /// Prevents pages from adding an item with this id.
  func exclude(_ id: Item.ID) { index.exclude(id) }

  private func change(_ id: Item.ID, _ body: (inout Item) -> Void) -> Bool {
    guard let position = position(of: id) else { return false }
    var item = items[position]
    body(&item)
    if item.id != id { return false }
    items = items.replacing(position, by: item)
    return true
  }

  private func remove(_ id: Item.ID) -> Bool {
    guard let position = position(of: id) else { return false }
    items = items.removing(position)
    index.exclude(id)
    pages.change(by: -1, at: position - items.bounds.lowerBound)
    return true
  }

  private func insert(_ item: Item, at position: ListEdit<Item>.Position) -> Bool {
    if case .before(item.id) = position { return change(item.id) { $0 = item } }
    if case .after(item.id) = position { return change(item.id) { $0 = item } }
    guard offset(of: position) != nil else { return false }
    _ = remove(item.id)
    guard let offset = offset(of: position) else { return false }
    let hash = item.id.hashValue
    let (inserted, chunk) = items.inserting(item, hash, at: offset)
    items = inserted
    index.insert(item.id, hash, in: chunk, of: items)
    pages.change(by: 1, at: offset)
    return true
  }

  private func offset(of position: ListEdit<Item>.Position) -> Int? {
    switch position {
    case .start: 0
    case .end: items.count
    case .before(let id): offset(of: id)
    case .after(let id): offset(of: id).map { $0 + 1 }
    }
  }
}

/// The records of a list's pages that further loads, refreshes and the window need.
struct PageWindow: Sendable {
  /// The largest number of pages; `nil` for all.
  private var limit: Int?
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
  ///
  /// Without a limit, too: a list of one or two pages may get a limit later.
  mutating func change(by difference: Int, at offset: Int) {
    if entries.count < count { return }
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
