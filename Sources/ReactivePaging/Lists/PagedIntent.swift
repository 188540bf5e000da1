public import ReactiveLoading

/// An intent for a paged loader: load, append, refresh, retry, cancel or edit.
///
/// The table of <doc:PagingContract#P1-One-request-per-page> has the effect of each intent in each
/// state.
public enum PagedIntent<Key, Item: Identifiable> {
  // NB: Keys, ids and edits are indirect, because the code that copies inline ones is 18 kB.

  /// Loads the list of a key from its first page.
  indirect case load(Key)
  /// Shows the list of a key, and loads it unless it is cached and fresh, or in flight.
  indirect case loadIfNeeded(Key)
  /// Appends the page after the last one.
  case next
  /// Prepends the page before the first one.
  case previous
  /// Reports the item at this index as visible.
  case visible(at: Int)
  /// Reports the item with this id as visible; written `.visible(id)`.
  indirect case visibleItem(Item.ID)
  /// Loads the first page again, while the old list stays visible.
  case refresh
  /// Loads all pages again, while the old list stays visible.
  case refreshAllPages
  /// Loads all pages again if the list is stale, and failed pages again.
  case revalidate
  /// Loads the failed pages again.
  case retry
  /// Cancels the running loads and returns to the previous settled state.
  case cancel
  /// Cancels the running loads; the state becomes not requested, and the lists stay cached.
  case clear
  /// Cancels the running loads and removes all lists, including cached ones.
  case reset
  /// Marks all lists, and the results of running loads, as stale.
  case invalidate
  /// Edits the items of the lists.
  indirect case edit(ListEdit<Item>)
}

extension PagedIntent {
  /// Returns the intent that reports the item with an id as visible.
  ///
  /// See ``PagedLoader/visible(_:)``.
  ///
  /// - Parameter id: The id of the item.
  /// - Returns: The intent.
  public static func visible(_ id: Item.ID) -> Self { .visibleItem(id) }
}

extension PagedIntent where Key == NoRequest {
  /// Loads the list from its first page.
  public static var load: Self { .load(NoRequest()) }

  /// Loads the list unless it is loaded and fresh, or in flight.
  public static var loadIfNeeded: Self { .loadIfNeeded(NoRequest()) }
}

extension PagedIntent: Sendable where Key: Sendable, Item: Sendable, Item.ID: Sendable {}

/// An edit of a loaded list.
public indirect enum ListEdit<Item: Identifiable> {
  /// The position of an inserted or moved item.
  public indirect enum Position {
    /// Before all loaded items; a page that is added there later precedes the item.
    case start
    /// After all loaded items; a page that is added there later follows the item.
    ///
    /// See <doc:PagingContract#P7-Prepending-windows-and-edits>.
    case end
    /// After all items until a page at the end contains the item; then in its place there.
    ///
    /// Pages without the item precede it. An item that the list contains stays in its place. See
    /// <doc:PagingContract#P14-Items-after-the-last-page>.
    case afterLastPage
    /// Before the item with this id.
    case before(Item.ID)
    /// After the item with this id.
    case after(Item.ID)
  }

  /// Changes the item with this id; the closure must keep the id and have no side effects.
  case change(Item.ID, @Sendable (inout Item) -> Void)
  /// Removes the item with this id.
  case remove(Item.ID)
  /// Inserts an item, which replaces an item with the same id.
  case insert(Item, at: Position)
  /// Moves the item with this id; without its new neighbor in the list it stays where it is.
  case move(Item.ID, to: Position)
}

extension ListEdit {
  var id: Item.ID {
    switch self {
    case .change(let id, _), .remove(let id), .move(let id, _): id
    case .insert(let item, _): item.id
    }
  }
}

extension ListEdit.Position: Sendable where Item.ID: Sendable {}
extension ListEdit.Position: Equatable {}
extension ListEdit: Sendable where Item: Sendable, Item.ID: Sendable {}

extension ListEdit: Equatable where Item: Equatable {
  /// Compares the edits; two changes are equal if they have the same id, whatever their closures.
  ///
  /// Closures cannot be compared.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.change(let id, _), .change(let other, _)): id == other
    case (.remove(let id), .remove(let other)): id == other
    case (.insert(let item, let position), .insert(let other, let otherPosition)):
      item == other && position == otherPosition
    case (.move(let id, let position), .move(let other, let otherPosition)):
      id == other && position == otherPosition
    case (.change, _), (.remove, _), (.insert, _), (.move, _): false
    }
  }
}
