public import CombineShim
public import ReactiveLoading
public import ReactiveRelays

extension Publisher where Failure == Never {
  /// Maps the items of each list state to rows; visible rows request no pages.
  ///
  /// It is for the lists of a store and of other publishers. For a screen that scrolls to further
  /// pages of a loader, use ``PagedLoader/rows(_:)``. The closure is
  /// called once for each item of a new list and of an added page, for each subscriber.
  ///
  /// - Parameter transform: A closure that returns the row of an item, or `nil` for no row.
  /// - Returns: A publisher that finishes with this one, and publishes on the same threads.
  public func rows<Key, Item: Sendable, Row: Identifiable & Sendable, ListFailure>(
    _ transform: @escaping @Sendable (Item) -> Row?
  ) -> some ConcurrentPublisher<Loadable<PagedList<Key, Row, ListFailure>, ListFailure>, Never>
  where Output == Loadable<PagedList<Key, Item, ListFailure>, ListFailure> {
    rows(by: MappedRows(transform))
  }

  /// Adds header rows for sections to each list state; visible rows request no pages.
  ///
  /// For a screen that scrolls to further pages, use ``PagedLoader/sectionedRows(by:)``. The
  /// closure is called as that of ``rows(_:)``.
  ///
  /// - Parameter section: A closure that returns the section of an item.
  /// - Returns: A publisher that finishes with this one, and publishes on the same threads.
  public func sectionedRows<Key, Item: Sendable, Section: Hashable & Sendable, ListFailure>(
    by section: @escaping @Sendable (Item) -> Section
  ) -> some ConcurrentPublisher<
    Loadable<PagedList<Key, SectionedRow<Section, Item>, ListFailure>, ListFailure>, Never
  > where Output == Loadable<PagedList<Key, Item, ListFailure>, ListFailure> {
    rows(by: SectionedRows(of: { $0 }, by: section))
  }

  private func rows<Transform: RowTransform, Key, ListFailure>(
    by transform: Transform
  ) -> some ConcurrentPublisher<
    Loadable<PagedList<Key, Transform.Row, ListFailure>, ListFailure>, Never
  >
  where Output == Loadable<PagedList<Key, Transform.Item, ListFailure>, ListFailure> {
    compactScan(from: RowsAccumulator(transform)) { rows, state in rows.update(state).state }
  }
}
