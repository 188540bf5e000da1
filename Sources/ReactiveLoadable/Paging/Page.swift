/// One page of a list, as a load function returns it.
///
/// The server defines the cursor: a page number, an offset or a token.
///
/// ```swift
/// Page(answer.items, next: answer.cursor)                              // a token, nil at the end
/// Page(answer.items, next: answer.page < answer.pages ? answer.page + 1 : nil)
/// ```
public struct Page<Cursor, Item> {
  /// The items of the page, in order.
  public var items: [Item]
  /// The cursor of the page after this one; `nil` if this page is the last.
  public var next: Cursor?
  /// The cursor of the page before this one; `nil` if this page is the first.
  public var previous: Cursor?
  /// The number of items on all pages; `nil` if the server does not report it.
  public var total: Int?

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - items: The items of the page, in order.
  ///   - next: The cursor of the page after this one; `nil` if this page is the last.
  ///   - previous: The cursor of the page before this one; `nil`, the default, if this page is the
  ///     first.
  ///   - total: The number of items on all pages; `nil`, the default, if it is not known.
  public init(_ items: [Item], next: Cursor?, previous: Cursor? = nil, total: Int? = nil) {
    self.items = items
    self.next = next
    self.previous = previous
    self.total = total
  }

  /// Transforms the items of the page and removes those for which the closure returns `nil`.
  ///
  /// If a load function removes all items of a page in this way, the page counts as empty and the
  /// next page is loaded immediately. See <doc:PagingContract#P6-Malformed-pages>.
  ///
  /// - Parameter transform: A closure that returns the new item, or `nil` to remove the item.
  /// - Returns: A page with the new items and the same cursors and total.
  /// - Throws: The error that `transform` throws.
  public func compactMap<NewItem, E: Error>(
    _ transform: (Item) throws(E) -> NewItem?
  ) throws(E) -> Page<Cursor, NewItem> {
    var kept: [NewItem] = []
    kept.reserveCapacity(items.count)
    for item in items {
      if let new = try transform(item) { kept.append(new) }
    }
    return Page<Cursor, NewItem>(kept, next: next, previous: previous, total: total)
  }
}

extension Page where Cursor == Int {
  /// Creates a page of a list that is requested by offset.
  ///
  /// The cursor of the next page is the offset after the last item of this page. An empty page is
  /// the last one.
  ///
  /// - Parameters:
  ///   - items: The items of the page. Without a total, fewer items than the limit mark the last
  ///     page.
  ///   - offset: The number of items before the page.
  ///   - limit: The number of requested items.
  ///   - total: The number of items on all pages; `nil`, the default, if it is not known. A known
  ///     total determines the last page.
  public init(_ items: [Item], offset: Int, limit: Int, total: Int? = nil) {
    let (end, isBeyond) = offset.addingReportingOverflow(items.count)
    let isLast = items.isEmpty || isBeyond || total.map { end >= $0 } ?? (items.count < limit)
    self.init(items, next: isLast ? nil : end, total: total)
  }
}

extension Page: Sendable where Cursor: Sendable, Item: Sendable {}
extension Page: Equatable where Cursor: Equatable, Item: Equatable {}
extension Page: Hashable where Cursor: Hashable, Item: Hashable {}
