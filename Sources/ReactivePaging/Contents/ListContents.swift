import Foundation
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
  /// The date of the record that the list was restored from.
  private(set) var savedAt: Date?
  /// The number of changes of the saved pages.
  private(set) var savedVersion: Int
  /// The items that follow the last page until a page at the end contains them.
  private(set) var afterLastPage: [Item.ID]
  // The failures of the ends, while the core says that they have failed.
  private var endError: Box<Failure>?
  private var startError: Box<Failure>?

  init(_ key: NumberedKey<Key>, in pages: PageWindow, savedAt: Date? = nil) {
    self.key = key
    self.pages = pages
    self.savedAt = savedAt
    // NB: A default value would also be created for each copy.
    items = SharedItems()
    index = ItemIndex()
    savedVersion = 0
    afterLastPage = []
  }

  init(copying other: ListContents) {
    key = other.key
    items = other.items
    index = other.index
    total = other.total
    duplicateCount = other.duplicateCount
    pages = other.pages
    savedAt = other.savedAt
    savedVersion = other.savedVersion
    afterLastPage = other.afterLastPage
    endError = other.endError
    startError = other.startError
  }

  func position(of id: Item.ID) -> Int? { index.position(of: id, in: items) }

  func item(_ id: Item.ID) -> Item? { position(of: id).map { items[$0] } }

  func offset(of id: Item.ID) -> Int? { position(of: id).map { $0 - items.bounds.lowerBound } }
}

// MARK: Pages

extension ListContents {
  /// Adds a page at an end, without dropping others.
  func add(_ page: Page, of request: Box<Request>, at end: ListEnd) -> PagingCore.AddedPage {
    let (oldTotal, oldDuplicateCount) = (total, duplicateCount)
    let following = end == .end && !afterLastPage.isEmpty ? takeAfterLastPage() : []
    let count = addItems(of: page, at: end)
    let record = PageRecord(
      request: request,
      beyond: Ends(
        end: boxedRequest(page.next, .next),
        start: boxedRequest(page.previous, .previous)
      ),
      count: count
    )
    pages.add(record, at: end)
    if pages.savesPage(at: end) { savedVersion += 1 }
    addAfterLastPage(following)
    self[error: end] = nil
    var added = added(at: end)
    added.new = count
    added.repeats = self.request(at: end) == request
    added.changesTotals = total != oldTotal || duplicateCount != oldDuplicateCount
    return added
  }

  /// Adds the items of a page at an end, and returns their number.
  // NB: Inlined, because a part of a page is the exception.
  @inline(__always)
  private func addItems(of page: Page, at end: ListEnd) -> Int {
    let before = items
    let new = index.newItems(of: page.items, for: items)
    items = items.adding(new.items, new.hashes, at: end)
    index.record(items, since: before)
    duplicateCount += new.duplicates
    total = page.total ?? total
    return new.items.count
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

  /// Returns a copy with the window and the number of saved pages of a policy.
  func with(_ policy: PagingPolicy.Resolved) -> ListContents {
    let list = ListContents(copying: self)
    list.pages.setLimit(policy.window)
    list.pages.setSavedCount(Int(policy.savedPages))
    return list
  }

  func request(at end: ListEnd) -> Box<Request>? {
    pages.request(at: end)?.assumed(of: Request.self)
  }
  var firstRequest: Box<Request>? { pages.firstRequest?.assumed(of: Request.self) }
}

// MARK: Parts of pages

extension ListContents {
  /// Adds the items of a part of a page at an end, without its cursors; returns their number.
  func addPart(_ page: Page, at end: ListEnd) -> Int {
    if end == .start || afterLastPage.isEmpty { return addItems(of: page, at: end) }
    let following = takeAfterLastPage()
    defer { addAfterLastPage(following) }
    return addItems(of: page, at: end)
  }

  /// Makes it a list that leads to no page, and that is not saved.
  func forgetPages() { pages = PageWindow(limit: nil) }
}

// MARK: Ends

extension ListContents {
  subscript(error end: ListEnd) -> Box<Failure>? {
    get { end == .end ? endError : startError }
    set { if end == .end { endError = newValue } else { startError = newValue } }
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
    case .move(let id, let position): move(id, to: position)
    }
  }

  /// Applies an edit that another list or an earlier load may have contained the item of; returns
  /// whether the items have changed.
  ///
  /// An item that was inserted next to an item that this list does not contain is at the start.
  @discardableResult
  func applyAnywhere(_ edit: ListEdit<Item>) -> Bool {
    if apply(edit) { return true }
    switch edit {
    case .change, .move: return false
    case .insert(let item, _): return apply(.insert(item, at: .start))
    case .remove(let id):
      exclude(id)
      return false
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
    recordChange(at: position - items.bounds.lowerBound)
    return true
  }

  /// Records that the pages are as they were saved.
  func forgetChanges() { savedVersion = 0 }

  private func recordChange(at offset: Int) {
    if pages.savedOffsets.contains(offset) { savedVersion += 1 }
  }

  private func remove(_ id: Item.ID) -> Bool {
    guard let position = position(of: id) else { return false }
    recordChange(at: position - items.bounds.lowerBound)
    index.exclude(id)
    drop(id)
    return true
  }

  /// Removes an item that later pages may add again.
  func drop(_ id: Item.ID) {
    guard let position = position(of: id) else { return }
    remove(at: position)
    if !afterLastPage.isEmpty { afterLastPage.removeAll { $0 == id } }
  }

  private func remove(at position: Int) {
    items = items.removing(position)
    pages.change(by: -1, at: position - items.bounds.lowerBound)
  }

  /// Removes the items after the last page, and returns them in their order.
  private func takeAfterLastPage() -> [Item] {
    let ids = afterLastPage
    afterLastPage = []
    return ids.compactMap { id in
      guard let position = position(of: id) else { return nil }
      let item = items[position]
      remove(at: position)
      return item
    }
  }

  /// Adds items after the last page, unless the page contains them.
  private func addAfterLastPage(_ items: [Item]) {
    for item in items where position(of: item.id) == nil { _ = insert(item, at: .afterLastPage) }
  }

  private func move(_ id: Item.ID, to position: ListEdit<Item>.Position) -> Bool {
    if position == .before(id) || position == .after(id) { return self.position(of: id) != nil }
    guard let item = item(id), offset(of: position) != nil else { return false }
    _ = remove(id)
    return insert(item, at: position)
  }

  private func insert(_ item: Item, at position: ListEdit<Item>.Position) -> Bool {
    if case .before(item.id) = position { return change(item.id) { $0 = item } }
    if case .after(item.id) = position { return change(item.id) { $0 = item } }
    if case .afterLastPage = position, self.position(of: item.id) != nil {
      return change(item.id) { $0 = item }
    }
    guard offset(of: position) != nil else { return false }
    _ = remove(item.id)
    if case .afterLastPage = position { afterLastPage.append(item.id) }
    guard let offset = offset(of: position) else { return false }
    insert(item, atOffset: offset)
    return true
  }

  /// Inserts an item that the list does not contain.
  func insert(_ item: Item, atOffset offset: Int) {
    let hash = item.id.hashValue
    let (inserted, chunk) = items.inserting(item, hash, at: offset)
    items = inserted
    index.insert(item.id, hash, in: chunk, of: items)
    pages.change(by: 1, at: offset)
    recordChange(at: offset)
  }

  private func offset(of position: ListEdit<Item>.Position) -> Int? {
    switch position {
    case .start: 0
    case .end, .afterLastPage: items.count
    case .before(let id): offset(of: id)
    case .after(let id): offset(of: id).map { $0 + 1 }
    }
  }
}
