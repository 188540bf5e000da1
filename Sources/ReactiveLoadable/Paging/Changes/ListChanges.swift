/// What has to be done to a list to make another one of it, in the form that tables animate.
///
/// The situation: a table shows a list, and another one comes. Rows that are in both stay where they
/// are or move; the others fade out and in:
///
/// ```swift
/// let changes = new.changes(from: shown)
/// table.performBatchUpdates {
///   shown = new
///   table.deleteRows(at: changes.removals.map { [0, $0] }, with: .automatic)
///   table.insertRows(at: changes.insertions.map { [0, $0] }, with: .automatic)
///   for move in changes.moves { table.moveRow(at: [0, move.old], to: [0, move.new]) }
/// }
/// table.reconfigureRows(at: changes.updates.map { [0, $0.new] })
/// ```
///
/// Indices are meant as those of batch updates of `UITableView` and `UICollectionView`, and of
/// `CollectionDifference`: what goes is named by its index in the **old** list, what comes by its
/// index in the **new** one, whatever else changes. To do it by hand, take out the removals and the
/// old indices of the moves, the greatest first; then put in the insertions and the new indices of the
/// moves, the least first.
///
/// ```
/// old       A  B  C  D          removals    [1]          B, by its old index
/// new       D  A  E  C          insertions  [2]          E, by its new index
///                               moves       [(3, 0)]     D
/// ```
///
/// Its test is the same picture:
///
/// ```swift
/// let changes = PagedList(key: "", new).changes(from: PagedList(key: "", old))
/// #expect(changes == ListChanges(removals: [1], insertions: [2], moves: [.init(old: 3, new: 0)]))
/// ```
public struct ListChanges: Hashable, Sendable {
  /// Where an item stands that is in both lists.
  public struct Indices: Hashable, Sendable {
    /// Its index in the old list.
    public let old: Int
    /// Its index in the new list.
    public let new: Int

    /// Creates the indices of an item.
    ///
    /// - Parameters:
    ///   - old: Its index in the old list.
    ///   - new: Its index in the new list.
    public init(old: Int, new: Int) {
      self.old = old
      self.new = new
    }
  }

  /// The indices in the old list of items that are not in the new one, ascending.
  public let removals: [Int]
  /// The indices in the new list of items that are not in the old one, ascending.
  public let insertions: [Int]
  /// The items that change their order among those that are in both lists, as few as possible, by
  /// ascending indices in the new list.
  public let moves: [Indices]
  /// The items that have changed and kept their id, moved ones too, by ascending indices in the new
  /// list.
  public let updates: [Indices]

  /// Creates changes, for tests.
  ///
  /// - Parameters:
  ///   - removals: Indices in the old list, ascending.
  ///   - insertions: Indices in the new list, ascending.
  ///   - moves: Items that change their order, by ascending indices in the new list.
  ///   - updates: Items that have changed, by ascending indices in the new list.
  public init(
    removals: [Int] = [],
    insertions: [Int] = [],
    moves: [Indices] = [],
    updates: [Indices] = []
  ) {
    self.removals = removals
    self.insertions = insertions
    self.moves = moves
    self.updates = updates
  }

  /// Whether both lists have the same items in the same order, as far as can be told.
  public var isEmpty: Bool {
    removals.isEmpty && insertions.isEmpty && moves.isEmpty && updates.isEmpty
  }
}

extension PagedList where Item: Equatable {
  /// Tells what makes this list of another one, by the ids of items (contract P9).
  ///
  /// It takes time in proportion to a page if a list has only grown at its ends, or lost pages there;
  /// else n log n. Keys and the states of the ends do not matter. If an id is in a list more than
  /// once, each item has a partner at most once; which one is not promised.
  ///
  /// - Parameter old: The list that is shown.
  /// - Returns: The changes; items that have the same id but are not equal are updates.
  public func changes(from old: Self) -> ListChanges { changes(from: old, isSame: ==) }
}

extension PagedList {
  /// Tells what makes this list of another one, for items that are not `Equatable`.
  ///
  /// As ``changes(from:)`` in all else; also for items that are compared in another way.
  ///
  /// - Parameters:
  ///   - old: The list that is shown.
  ///   - isSame: Answers whether an item shows what another one with its id has shown; by default each
  ///     does, so that there are no updates. Called at most once for each item that is in both lists.
  /// - Returns: The changes; items for which the answer is no are updates.
  public func changes(
    from old: Self,
    isSame: (_ old: Item, _ new: Item) -> Bool = { _, _ in true }
  ) -> ListChanges {
    items.changes(from: old.items, isSame: isSame)
  }
}

extension SharedItems where Element: Identifiable {
  func changes(from old: Self, isSame: (Element, Element) -> Bool) -> ListChanges {
    changesAtEnds(from: old) ?? ListComparison(old, self).changes(isSame)
  }

  /// The changes if the lists share memory, and nothing has gone that comes again; else `nil`.
  func changesAtEnds(from old: Self) -> ListChanges? {
    guard let shared = placesShared(with: old) else { return nil }
    let gone = old.places(outside: shared)
    let new = places(outside: shared)
    let goneIDs = Set(gone.map { old[$0].id })
    if !goneIDs.isEmpty, new.contains(where: { goneIDs.contains(self[$0].id) }) { return nil }
    return ListChanges(
      removals: gone.map { $0 - old.bounds.lowerBound },
      insertions: new.map { $0 - bounds.lowerBound }
    )
  }

  private func places(outside shared: Range<Int>) -> [Int] {
    Array(bounds.lowerBound..<shared.lowerBound) + Array(shared.upperBound..<bounds.upperBound)
  }
}
