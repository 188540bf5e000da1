extension PagedLoader {
  /// Changes an item in place, in every list that contains it.
  ///
  /// For an optimistic update with rollback, see
  /// <doc:EditingOptimistically#In-a-list>. For the rules, see
  /// <doc:PagingContract#P7-Prepending-windows-and-edits>.
  ///
  /// - Parameters:
  ///   - id: The id of the item.
  ///   - change: A closure that changes the item, but not its id: a change of the id is ignored. It
  ///     runs again on the result of a load that is in flight now, so it must have no side effects.
  /// - Returns: `true` if a list contains the item, or a load in flight may return it.
  @discardableResult
  public func edit(_ id: Item.ID, _ change: @escaping @Sendable (inout Item) -> Void) -> Bool {
    storage.apply(.change(id, change))
  }

  /// Removes an item from every list that contains it; later pages do not add it again.
  ///
  /// See <doc:PagingContract#P7-Prepending-windows-and-edits>.
  ///
  /// - Parameter id: The id of the item.
  /// - Returns: `true` if a list contains the item, or a load in flight may return it.
  @discardableResult
  public func remove(_ id: Item.ID) -> Bool { storage.apply(.remove(id)) }

  /// Inserts an item into the list, and replaces an item with the same id.
  ///
  /// See <doc:PagingContract#P7-Prepending-windows-and-edits>.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - position: The position of the item; the start of the list by default.
  /// - Returns: `true` if the list has this position, or a load in flight may return it.
  @discardableResult
  public func insert(_ item: Item, at position: ListEdit<Item>.Position = .start) -> Bool {
    storage.apply(.insert(item, at: position))
  }

  /// Moves an item in every list that contains it and the new position.
  ///
  /// See <doc:PagingContract#P7-Prepending-windows-and-edits>.
  ///
  /// - Parameters:
  ///   - id: The id of the item.
  ///   - position: The new position of the item.
  /// - Returns: `true` if a list contains both, or a load in flight may return them.
  @discardableResult
  public func move(_ id: Item.ID, to position: ListEdit<Item>.Position) -> Bool {
    storage.apply(.move(id, to: position))
  }
}
