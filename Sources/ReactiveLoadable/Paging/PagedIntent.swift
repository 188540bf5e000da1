/// Something that a screen wants of a paged loader; what it does when is in the table of P1.
public enum PagedIntent<Key, Item: Identifiable> {
  /// Load the list of a key from its first page.
  case load(Key)
  /// Show the list of a key, and load it unless it is there, remembered, or on its way.
  case loadIfNeeded(Key)
  /// Load the page that follows the last one.
  case next
  /// Load the page that comes before the first one.
  case previous
  /// The item with this index is visible.
  case visible(at: Int)
  /// The item with this id is visible; written `.visible(id)`.
  case visibleItem(Item.ID)
  /// Load the first page again and go on showing the list meanwhile.
  case refresh
  /// Load all pages again and go on showing the list meanwhile.
  case refreshAllPages
  /// Ask again for what has failed.
  case retry
  /// Stop, and go back to what was there before.
  case cancel
  /// Stop and show nothing, and remember the lists.
  case clear
  /// Forget everything.
  case reset
  /// Take all lists, and what is on its way, for stale.
  case invalidate
  /// Change the items that are there.
  case edit(ListEdit<Item>)
}

extension PagedIntent {
  /// The item with this id is visible, as in ``PagedLoader/visible(_:)``.
  ///
  /// - Parameter id: The item's id.
  /// - Returns: An intent.
  public static func visible(_ id: Item.ID) -> Self { .visibleItem(id) }
}

extension PagedIntent: Sendable where Key: Sendable, Item: Sendable, Item.ID: Sendable {}

/// A change of a list in place.
public enum ListEdit<Item: Identifiable> {
  /// Where an item goes in.
  public enum Position {
    /// Before all that are there.
    case start
    /// After all that are there.
    case end
    /// Before the item with this id.
    case before(Item.ID)
    /// After the item with this id.
    case after(Item.ID)
  }

  /// Change the item with this id; the closure must leave its id as it is, and be free of effects.
  case change(Item.ID, @Sendable (inout Item) -> Void)
  /// Take out the item with this id.
  case remove(Item.ID)
  /// Put an item in; one with its id that is there already moves and gives way to it.
  case insert(Item, at: Position)
}

extension ListEdit {
  /// The id of the item that it is about.
  var id: Item.ID {
    switch self {
    case .change(let id, _), .remove(let id): id
    case .insert(let item, _): item.id
    }
  }
}

extension ListEdit.Position: Sendable where Item.ID: Sendable {}
extension ListEdit: Sendable where Item: Sendable, Item.ID: Sendable {}
