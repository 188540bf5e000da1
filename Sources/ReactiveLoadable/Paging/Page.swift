/// One page of a list, as a load function brings it.
///
/// What a cursor is, is up to the server: the number of a page, an offset, a token.
///
/// ```swift
/// Page(answer.items, next: answer.cursor)                              // a token, nil at the end
/// Page(answer.items, next: answer.page < answer.pages ? answer.page + 1 : nil)
/// ```
public struct Page<Cursor, Item> {
  /// What stands on it, in order.
  public var items: [Item]
  /// Where the page after it is found; `nil` if this is the last one.
  public var next: Cursor?
  /// Where the page before it is found; `nil` if this is the first one.
  public var previous: Cursor?
  /// How many items there are on all pages; `nil` if the server does not say.
  public var total: Int?

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - items: What stands on it, in order.
  ///   - next: Where the page after it is found, by default nowhere.
  ///   - previous: Where the page before it is found, by default nowhere.
  ///   - total: How many items there are on all pages, if that is known.
  public init(_ items: [Item], next: Cursor?, previous: Cursor? = nil, total: Int? = nil) {
    self.items = items
    self.next = next
    self.previous = previous
    self.total = total
  }

  /// Returns the page with its items transformed, and those left out that have become `nil`.
  ///
  /// A page from which a load function takes all items counts as an empty one (contract P6), so the
  /// next one is loaded at once.
  ///
  /// - Parameter transform: Makes an item of one; `nil` leaves it out.
  /// - Returns: A page with the same cursors.
  /// - Throws: What `transform` throws.
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
  /// Creates a page of a list that is asked for by offset; the next one begins where this one ends.
  ///
  /// - Parameters:
  ///   - items: What stands on it. Fewer than the limit mean that it is the last one.
  ///   - offset: How many items stand before it.
  ///   - limit: How many items were asked for.
  ///   - total: How many there are on all pages; if it is known, it says which page is the last.
  public init(_ items: [Item], offset: Int, limit: Int, total: Int? = nil) {
    let (end, isBeyond) = offset.addingReportingOverflow(items.count)
    let isLast = items.isEmpty || isBeyond || total.map { end >= $0 } ?? (items.count < limit)
    self.init(items, next: isLast ? nil : end, total: total)
  }
}

extension Page: Sendable where Cursor: Sendable, Item: Sendable {}
extension Page: Equatable where Cursor: Equatable, Item: Equatable {}
extension Page: Hashable where Cursor: Hashable, Item: Hashable {}
