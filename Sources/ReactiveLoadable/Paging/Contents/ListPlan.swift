/// The values of a load of a list: its requests, the new list, and the edits in the meantime.
///
/// An edit applies only to results that were requested before it. The plan therefore records the
/// edits since the start of the load, in order, with the number of edits that precede each attempt.
/// They are applied to the new list when it is complete. See
/// <doc:PagingContract#P7-Prepending-windows-and-edits>.
///
/// It is a class for the same reason as ``ListContents``.
final class ListPlan<
  Key: Hashable & Sendable,
  Cursor: Hashable & Sendable,
  Item: Identifiable & Sendable,
  Failure: Error
> where Item.ID: Sendable {
  typealias List = ListContents<Key, Cursor, Item, Failure>

  let key: NumberedKey<Key>
  /// The request of the first page.
  private var start: List.Shared
  /// The empty window from which the pages of the new list start.
  private var pages: PageWindow
  /// The new list with the pages loaded so far.
  private(set) var draft: List?
  /// The edits since the first request, which apply to pages that were requested before them.
  private var edits: [ListEdit<Item>] = []
  /// The number of edits that precede the attempt in flight.
  private var known = 0
  /// The number of edits that precede the request of an item's page, if there are any.
  private var knownByItem: [Item.ID: Int] = [:]

  /// Creates the plan of a load of the first page.
  init(_ key: NumberedKey<Key>, window: Int?) {
    self.key = key
    start = List.Shared(PageRequest(key: key.key))
    pages = PageWindow(limit: window)
  }

  init(copying other: ListPlan) {
    key = other.key
    start = other.start
    pages = other.pages
    draft = other.draft
    edits = other.edits
    known = other.known
    knownByItem = other.knownByItem
  }

  /// The request of the current page, or of the page that failed.
  var request: List.Shared { draft?.request(at: .end) ?? start }

  /// Loads all pages of a list.
  func deepen(_ list: List) {
    start = list.firstRequest ?? start
    pages = list.pages.again
  }

  /// Restarts with the first page of a list, or of the key.
  func startOver(with list: List?) {
    start = list?.firstRequest ?? List.Shared(PageRequest(key: key.key))
    draft = nil
  }

  /// Sets the limit of pages for later additions.
  func keep(_ window: Int?) {
    pages.keep(window)
    guard let before = draft else { return }
    let list = List(copying: before)
    list.keep(window)
    draft = list
  }

  /// Records that a page is requested; its result is newer than the edits so far.
  func ask() {
    if draft == nil, !edits.isEmpty || !knownByItem.isEmpty { (edits, knownByItem) = ([], [:]) }
    known = edits.count
  }

  /// Records an edit, which applies to the pages requested before it.
  func note(_ edit: ListEdit<Item>) { edits.append(edit) }

  /// Adds a loaded page.
  func take(_ page: List.Page) -> PagingCore.Added {
    let request = request
    let list = draft.map(List.init(copying:)) ?? List(key, in: pages)
    let before = list.items.bounds.upperBound
    let added = list.take(page, of: request, at: .end)
    draft = list
    if known > 0 {
      for item in list.items.elements(at: before..<list.items.bounds.upperBound) {
        knownByItem[item.id] = known
      }
    }
    return added
  }

  /// Applies the edits to the new list, except to items of pages that were requested later.
  ///
  /// An item that was inserted next to an item that the list does not contain moves to the start.
  /// A removed item is not added again by a later page.
  func applyEdits() -> PagingCore.Added? {
    guard let draft, !edits.isEmpty else { return draft?.added(at: .end) }
    let list = List(copying: draft)
    for (number, edit) in edits.enumerated()
    where number >= knownByItem[edit.id] ?? 0 && !list.make(edit) {
      switch edit {
      case .change: break
      case .insert(let item, _): _ = list.make(.insert(item, at: .start))
      case .remove(let id): list.bar(id)
      }
    }
    self.draft = list
    return list.added(at: .end)
  }
}

// SAFETY: it never changes after the decision that has created it is committed.
extension ListPlan: @unchecked Sendable {}
