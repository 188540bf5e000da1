/// An intent for a paged loader: load, append, refresh, retry, cancel or edit.
///
/// The table of <doc:PagingContract#P1-One-request-per-page> has the effect of each intent in each
/// state.
public enum PagedIntent<Key, Item: Identifiable> {
  /// Load the list of a key from its first page.
  case load(Key)
  /// Show the list of a key, and load it unless it is cached and fresh, or in flight.
  case loadIfNeeded(Key)
  /// Append the page after the last one.
  case next
  /// Prepend the page before the first one.
  case previous
  /// Report the item at this index as visible.
  case visible(at: Int)
  /// Report the item with this id as visible; written `.visible(id)`.
  case visibleItem(Item.ID)
  /// Load the first page again while the list stays visible.
  case refresh
  /// Load all pages again while the list stays visible.
  case refreshAllPages
  /// Load the failed pages again.
  case retry
  /// Cancel the running loads and return to the previous settled state.
  case cancel
  /// Cancel the running loads and become not requested; the lists stay cached.
  case clear
  /// Cancel the running loads, become not requested and remove all cached lists.
  case reset
  /// Mark all lists, and the results of running loads, as stale.
  case invalidate
  /// Edit the items of the lists.
  case edit(ListEdit<Item>)
}

extension PagedIntent {
  /// Creates the intent that reports the item with an id as visible.
  ///
  /// See ``PagedLoader/visible(_:)``.
  ///
  /// - Parameter id: The id of the item.
  /// - Returns: The intent.
  public static func visible(_ id: Item.ID) -> Self { .visibleItem(id) }
}

extension PagedIntent: Sendable where Key: Sendable, Item: Sendable, Item.ID: Sendable {}

/// An edit of a loaded list.
public enum ListEdit<Item: Identifiable> {
  /// The position of an inserted item.
  public enum Position {
    /// Before all items.
    case start
    /// After all items.
    case end
    /// Before the item with this id.
    case before(Item.ID)
    /// After the item with this id.
    case after(Item.ID)
  }

  /// Change the item with this id; the closure must keep the id and have no side effects.
  case change(Item.ID, @Sendable (inout Item) -> Void)
  /// Remove the item with this id.
  case remove(Item.ID)
  /// Insert an item, which replaces an item with the same id.
  case insert(Item, at: Position)
}

extension ListEdit {
  /// The id of the edited item.
  var id: Item.ID {
    switch self {
    case .change(let id, _), .remove(let id): id
    case .insert(let item, _): item.id
    }
  }
}

extension ListEdit.Position: Sendable where Item.ID: Sendable {}
extension ListEdit: Sendable where Item: Sendable, Item.ID: Sendable {}
