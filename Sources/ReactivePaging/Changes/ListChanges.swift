/// The changes from one list to another, in the form of the batch updates of a table.
///
/// For example, a table shows a list and receives another one. Rows in both lists stay or move; the
/// other rows are deleted or inserted with an animation:
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
/// The indices are those of batch updates of `UITableView` and `UICollectionView`, and of
/// `CollectionDifference`: a removed item has its index in the **old** list, an inserted item its
/// index in the **new** list, independent of other changes. To apply the changes to an array,
/// remove the removals and the old indices of the moves in descending order, then insert the
/// insertions and the new indices of the moves in ascending order.
///
/// ```
/// old       A  B  C  D          removals    [1]          B, by its old index
/// new       D  A  E  C          insertions  [2]          E, by its new index
///                               moves       [(3, 0)]     D
/// ```
///
/// A test states the same example:
///
/// ```swift
/// let changes = PagedList(key: "", new).changes(from: PagedList(key: "", old))
/// #expect(changes == ListChanges(removals: [1], insertions: [2], moves: [.init(old: 3, new: 0)]))
/// ```
public struct ListChanges: Hashable, Sendable {
  /// The indices of an item that is in both lists.
  public struct Indices: Hashable, Sendable {
    /// The index in the old list.
    public let old: Int
    /// The index in the new list.
    public let new: Int

    /// Creates the indices of an item.
    public init(old: Int, new: Int) {
      self.old = old
      self.new = new
    }
  }

  /// The indices in the old list of items that are not in the new one, ascending.
  public let removals: [Int]
  /// The indices in the new list of items that are not in the old one, ascending.
  public let insertions: [Int]
  /// The moved items, in ascending order of their indices in the new list.
  ///
  /// A moved item changes its order among the items in both lists. The number of moves is minimal.
  public let moves: [Indices]
  /// The changed items with the same id, in ascending order of their indices in the new list.
  ///
  /// They include changed items that have also moved.
  public let updates: [Indices]

  /// Creates changes, for tests; each parameter sets the property of its name.
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

  /// A Boolean value that indicates whether the lists do not differ.
  public var isEmpty: Bool {
    removals.isEmpty && insertions.isEmpty && moves.isEmpty && updates.isEmpty
  }
}

extension PagedList where Item: Equatable {
  /// Returns the changes from another list to this one, by the ids of the items.
  ///
  /// If one list results from the other by pages, windows and edits, this takes time in proportion
  /// to the changes, else O(n log n). Keys and the states of the ends are ignored. If an id occurs
  /// in a list more than once, each item is matched at most once, and the match is unspecified. See
  /// <doc:ShowingRowsOfAPagedList#Q1-Batch-updates>.
  ///
  /// - Parameter old: The previous list; `PagedList(key: key, [])` if the view shows no list.
  /// - Returns: The changes. Items with equal ids that are not equal are updates.
  @inlinable
  public func changes(from old: Self) -> ListChanges { changes(from: old, isSame: ==) }
}

extension PagedList {
  /// Returns the changes from another list to this one, with a custom comparison of items.
  ///
  /// Use this for items that are not `Equatable`, or to compare only a part of each item. Otherwise
  /// it is the same as ``changes(from:)``.
  ///
  /// - Parameters:
  ///   - old: The previous list.
  ///   - isSame: A closure that returns `false` if an item has changed. By default it returns
  ///     `true`, so there are no updates. It is called at most once for each item that is in both
  ///     lists, and not for items in memory that the lists share.
  /// - Returns: The changes. Items for which the closure returns `false` are updates.
  @inlinable
  public func changes(
    from old: Self,
    isSame: (_ old: Item, _ new: Item) -> Bool = { _, _ in true }
  ) -> ListChanges {
    items.changes(from: old.items, isSame: isSame)
  }
}

extension SharedItems {
  @inlinable
  func changes(from old: Self, isSame: (Item, Item) -> Bool) -> ListChanges {
    changes(from: old) { oldChunk, oldIndex, newChunk, newIndex in
      let old = oldChunk.items(of: Item.self)[oldIndex]
      let new = newChunk.items(of: Item.self)[newIndex]
      return old.id != new.id ? .different : isSame(old, new) ? .same : .changed
    }
  }

  /// Returns the changes from another list, by a comparison of two items of chunks.
  @usableFromInline
  func changes(
    from old: Self,
    _ relate: (_ old: ItemChunk, Int, _ new: ItemChunk, Int) -> ItemRelation
  ) -> ListChanges {
    ListComparison(old: old.listed, new: listed).changes(relate)
  }
}
