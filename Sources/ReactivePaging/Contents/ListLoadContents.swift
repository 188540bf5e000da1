import ReactiveLoading

/// The values of a load of a list: the new list, and the edits in the meantime.
///
/// An edit applies only to results that were requested before it. It therefore records the
/// edits since the start of the load, in order, with the number of edits that precede each attempt.
/// They are applied to the new list when it is complete. See
/// <doc:PagingContract#P7-Prepending-windows-and-edits>.
///
/// It is a class for the same reason as ``ListContents``.
final class ListLoadContents<
  Key: Hashable & Sendable,
  Cursor: Hashable & Sendable,
  Item: Identifiable & Sendable,
  Failure: Error
> where Item.ID: Sendable {
  typealias List = ListContents<Key, Cursor, Item, Failure>

  /// The new list with the pages loaded so far; its end leads to the next page.
  private(set) var draft: List
  /// The edits since the first request, which apply to pages that were requested before them.
  private var edits: [ListEdit<Item>] = []
  /// The number of edits that precede the attempt in flight.
  private var editsBeforeAttempt = 0
  /// The number of edits that precede the request of an item's page, if there are any.
  private var editsBeforeItem: [Item.ID: Int] = [:]

  /// Creates the contents of a load of the first page.
  init(_ key: NumberedKey<Key>, _ policy: PagingPolicy.Resolved) {
    let first = Box(PageRequest<Key, Cursor>(key: key.key))
    let saved = Int(policy.savedPages)
    draft = List(key, in: PageWindow(limit: policy.window, saving: saved, first: first))
  }

  init(copying other: ListLoadContents) {
    draft = other.draft
    edits = other.edits
    editsBeforeAttempt = other.editsBeforeAttempt
    editsBeforeItem = other.editsBeforeItem
  }

  /// Loads all pages of a list.
  func deepen(_ list: List) { draft = List(list.key, in: list.pages.reloading) }

  func setWindow(_ policy: PagingPolicy.Resolved) { draft = draft.with(policy) }

  /// Records that a page is requested; its result is newer than the edits so far.
  func recordRequest() {
    if draft.pages.count == 0, !edits.isEmpty { (edits, editsBeforeItem) = ([], [:]) }
    editsBeforeAttempt = edits.count
  }

  /// Records an edit, which applies to the pages requested before it.
  func record(_ edit: ListEdit<Item>) { edits.append(edit) }

  func add(_ page: List.Page) -> PagingCore.AddedPage? {
    guard let request = draft.request(at: .end) else { return nil }
    let list = List(copying: draft)
    let before = list.items.bounds.upperBound
    let added = list.add(page, of: request, at: .end)
    take(list, since: before)
    return added
  }

  /// Returns the new list with a part of the page in flight, which leads to no page.
  ///
  /// The edits apply to it as to the page.
  func list(with part: List.Page) -> List {
    let copy = ListLoadContents(copying: self)
    let list = List(copying: draft)
    let before = list.items.bounds.upperBound
    _ = list.addPart(part, at: .end)
    copy.take(list, since: before)
    _ = copy.applyEdits()
    copy.draft.forgetPages()
    return copy.draft
  }

  /// Takes a draft, whose items from a position on are of the page in flight.
  private func take(_ list: List, since before: Int) {
    draft = list
    if editsBeforeAttempt == 0 { return }
    for item in list.items.elements(at: before..<list.items.bounds.upperBound) {
      editsBeforeItem[item.id] = editsBeforeAttempt
    }
  }

  /// Applies the edits to the new list, except to items of pages that were requested later.
  ///
  /// An item that was inserted next to an item that the list does not contain moves to the start.
  /// A removed item is not added again by a later page.
  func applyEdits() -> PagingCore.AddedPage {
    if edits.isEmpty { return draft.added(at: .end) }
    let list = List(copying: draft)
    for (number, edit) in edits.enumerated() where number >= editsBeforeItem[edit.id] ?? 0 {
      list.applyAnywhere(edit)
    }
    draft = list
    return list.added(at: .end)
  }

  /// Applies the edits so far to the list of a record, which is older than all of them.
  func applyEdits(to list: List) { for edit in edits { list.applyAnywhere(edit) } }
}
