extension PagedLoader {
  /// Shows a row for each item, or none.
  ///
  /// ```swift
  /// let cards = results.rows { Card($0) }
  /// let unread = inbox.rows { $0.isRead ? nil : Card($0) }
  /// ```
  ///
  /// - Parameter transform: Makes a row of an item; `nil` leaves it out. The ids of rows should differ
  ///   as those of the items do. It is called once for each item of a new list and of a page that is
  ///   added, where the state is published, under no lock.
  /// - Returns: The rows, which keep this loader alive and observe it from now on.
  public func rows<Row: Identifiable & Sendable>(
    _ transform: @escaping @Sendable (Item) -> Row?
  ) -> PagedRows<Key, Row, Failure> where Row.ID: Sendable {
    PagedRows(self, MappedRows(transform: transform))
  }

  /// Shows the items for which a condition holds.
  ///
  /// ```swift
  /// let unread = inbox.rows(where: { !$0.isRead })
  /// ```
  ///
  /// - Parameter isIncluded: Answers whether to show an item. It is called once for each item of a new
  ///   list and of a page that is added, where the state is published, under no lock.
  /// - Returns: The rows, which keep this loader alive and observe it from now on.
  public func rows(
    where isIncluded: @escaping @Sendable (Item) -> Bool
  ) -> PagedRows<Key, Item, Failure> {
    rows { isIncluded($0) ? $0 : nil }
  }

  /// Shows the items under the sections that they belong to.
  ///
  /// A row for a section stands before the first item and before each one whose section is not that
  /// of the item before it, also across pages:
  ///
  /// ```swift
  /// let contacts = people.sectionedRows { $0.name.prefix(1) }     // "A", "B", …
  /// ```
  ///
  /// - Parameter section: Tells the section of an item. It is called once for each item of a new list
  ///   and of a page that is added, where the state is published, under no lock.
  /// - Returns: The rows, which keep this loader alive and observe it from now on.
  public func sectionedRows<Section: Hashable & Sendable>(
    by section: @escaping @Sendable (Item) -> Section
  ) -> PagedRows<Key, SectionedRow<Section, Item>, Failure> {
    sectionedRows(of: { $0 }, by: section)
  }

  /// Shows a row for each item, or none, under the sections that these rows belong to.
  ///
  /// A section of which no row is left has no row itself.
  ///
  /// - Parameters:
  ///   - transform: Makes a row of an item; `nil` leaves it out. It is called once for each item of a
  ///     new list and of a page that is added, where the state is published, under no lock.
  ///   - section: Tells the section of such a row; called as often, and there, too.
  /// - Returns: The rows, which keep this loader alive and observe it from now on.
  public func sectionedRows<Row: Identifiable & Sendable, Section: Hashable & Sendable>(
    of transform: @escaping @Sendable (Item) -> Row?,
    by section: @escaping @Sendable (Row) -> Section
  ) -> PagedRows<Key, SectionedRow<Section, Row>, Failure> where Row.ID: Sendable {
    PagedRows(self, SectionedRows(of: transform, by: section))
  }
}
