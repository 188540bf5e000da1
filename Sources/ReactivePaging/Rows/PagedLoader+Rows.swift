extension PagedLoader {
  /// Creates rows by mapping each item to a row, or to none.
  ///
  /// The closure is called once for each item of a new list and of an added page, on the thread
  /// that publishes the state, outside every lock. After an edit it is called again for at most 128
  /// items around that edit.
  ///
  /// ```swift
  /// let cards = results.rows { Card($0) }
  /// let unread = inbox.rows { $0.isRead ? nil : $0 }
  /// ```
  ///
  /// The lists of a store and of other publishers have rows that request no pages:
  /// `publisher.rows(_:)`.
  ///
  /// - Parameter transform: A closure that returns the row of an item, or `nil` for no row. Rows of
  ///   different items should have different ids.
  /// - Returns: The rows, which retain this loader and observe it from now on.
  public func rows<Row: Identifiable & Sendable>(
    _ transform: @escaping @Sendable (Item) -> Row?
  ) -> PagedRows<Key, Row, Failure> where Row.ID: Sendable {
    PagedRows(self, MappedRows(transform))
  }

  /// Creates rows from the items, with a header row before each section.
  ///
  /// A header row precedes the first item, and each item whose section differs from the section of
  /// the item before it, also across pages. The closure is called as that of ``rows(_:)``.
  ///
  /// ```swift
  /// let contacts = people.sectionedRows { $0.name.prefix(1) }     // "A", "B", …
  /// ```
  ///
  /// - Parameter section: A closure that returns the section of an item.
  /// - Returns: The rows, which retain this loader and observe it from now on.
  public func sectionedRows<Section: Hashable & Sendable>(
    by section: @escaping @Sendable (Item) -> Section
  ) -> PagedRows<Key, SectionedRow<Section, Item>, Failure> {
    sectionedRows(of: { $0 }, by: section)
  }

  /// Creates rows by mapping each item to a row, or to none, with a header row before each section.
  ///
  /// A section without rows has no header row. Both closures are called as that of ``rows(_:)``.
  ///
  /// - Parameters:
  ///   - transform: A closure that returns the row of an item, or `nil` for no row.
  ///   - section: A closure that returns the section of a row.
  /// - Returns: The rows, which retain this loader and observe it from now on.
  public func sectionedRows<Row: Identifiable & Sendable, Section: Hashable & Sendable>(
    of transform: @escaping @Sendable (Item) -> Row?,
    by section: @escaping @Sendable (Row) -> Section
  ) -> PagedRows<Key, SectionedRow<Section, Row>, Failure> where Row.ID: Sendable {
    PagedRows(self, SectionedRows(of: transform, by: section))
  }
}
