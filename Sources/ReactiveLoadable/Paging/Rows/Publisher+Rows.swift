public import CombineShim

extension Publisher where Failure == Never {
  /// Gives each state of a list with a row for each item, or none.
  ///
  /// For what shows a list and asks for no pages; a screen that does takes ``PagedLoader/rows(_:)``.
  ///
  /// - Parameter transform: Makes a row of an item; `nil` leaves it out. It is called once for each
  ///   item of a new list and of a page that is added, for each subscriber.
  /// - Returns: A publisher that finishes with this one, and delivers where it does.
  public func rows<Key, Item: Sendable, Row: Identifiable & Sendable, ListFailure>(
    _ transform: @escaping @Sendable (Item) -> Row?
  ) -> some Publisher<Loadable<PagedList<Key, Row, ListFailure>, ListFailure>, Never>
  where Output == Loadable<PagedList<Key, Item, ListFailure>, ListFailure> {
    rows(by: MappedRows(transform: transform))
  }

  /// Gives each state of a list with its items under the sections that they belong to.
  ///
  /// For what shows a list and asks for no pages; a screen that does takes
  /// ``PagedLoader/sectionedRows(by:)``.
  ///
  /// - Parameter section: Tells the section of an item. It is called once for each item of a new list
  ///   and of a page that is added, for each subscriber.
  /// - Returns: A publisher that finishes with this one, and delivers where it does.
  public func sectionedRows<Key, Item: Sendable, Section: Hashable & Sendable, ListFailure>(
    by section: @escaping @Sendable (Item) -> Section
  ) -> some Publisher<
    Loadable<PagedList<Key, SectionedRow<Section, Item>, ListFailure>, ListFailure>, Never
  > where Output == Loadable<PagedList<Key, Item, ListFailure>, ListFailure> {
    rows(by: SectionedRows(of: { $0 }, by: section))
  }

  private func rows<Recipe: RowRecipe, Key, ListFailure>(
    by recipe: Recipe
  ) -> some Publisher<Loadable<PagedList<Key, Recipe.Row, ListFailure>, ListFailure>, Never>
  where Output == Loadable<PagedList<Key, Recipe.Item, ListFailure>, ListFailure> {
    folded(from: GrowingRows(recipe)) { rows, state in rows.follow(state) }
  }
}
