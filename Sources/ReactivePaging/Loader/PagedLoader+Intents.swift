public import ReactiveLoading

extension PagedLoader {
  /// Loads the list of a key from its first page, or joins a running load of that list.
  ///
  /// - Parameter key: The key of the list.
  /// - Returns: A handle of the started or joined load.
  @discardableResult
  public func load(_ key: Key) -> LoadTask<List, Failure> { perform(.load(key)) }

  /// Shows the list of a key, and loads it unless it is cached and fresh, or in flight.
  ///
  /// A stale list is visible immediately and is refreshed. See
  /// <doc:PagingContract#P2-One-list-per-key>.
  ///
  /// - Parameter key: The key of the list.
  /// - Returns: A handle of the started or joined load.
  @discardableResult
  public func loadIfNeeded(_ key: Key) -> LoadTask<List, Failure> { perform(.loadIfNeeded(key)) }

  /// Appends the next page: loads the page after the last one, or joins its load.
  ///
  /// See <doc:PagingContract#P1-One-request-per-page>.
  ///
  /// - Returns: A handle of the started or joined load.
  @discardableResult
  public func next() -> LoadTask<List, Failure> { perform(.next) }

  /// Prepends the previous page: loads the page before the first one, or joins its load.
  ///
  /// See <doc:PagingContract#P7-Prepending-windows-and-edits>.
  ///
  /// - Returns: A handle of the started or joined load.
  @discardableResult
  public func previous() -> LoadTask<List, Failure> { perform(.previous) }

  /// Reports the item at an index as visible, and prefetches a page if the item is near an end.
  ///
  /// See <doc:PagingContract#P5-Prefetching>.
  ///
  /// - Parameter index: The index of the item in the list. An index out of bounds has no effect.
  public func visible(at index: Int) { perform(.visible(at: index)) }

  /// Reports the item with an id as visible, and prefetches a page if the item is near an end.
  ///
  /// See <doc:PagingContract#P5-Prefetching>.
  ///
  /// - Parameter id: The id of the item. An id that the list does not contain has no effect.
  public func visible(_ id: Item.ID) { perform(.visible(id)) }

  /// Loads the first page again (pull to refresh); the old list stays visible until it has loaded.
  ///
  /// See <doc:PagingContract#P4-Refresh>.
  ///
  /// - Returns: A handle of the load; its outcome is `skipped(.noRequest)` if no key is known.
  @discardableResult
  public func refresh() -> LoadTask<List, Failure> { perform(.refresh) }

  /// Loads all pages again; the old list stays visible until all of them have loaded.
  ///
  /// See <doc:PagingContract#P4-Refresh>.
  ///
  /// - Returns: A handle of the load; its outcome is `skipped(.noRequest)` if no key is known.
  @discardableResult
  public func refreshAllPages() -> LoadTask<List, Failure> { perform(.refreshAllPages) }

  /// Loads the failed pages again, and nothing else.
  ///
  /// See <doc:PagingContract#P3-Failed-pages>.
  ///
  /// - Returns: A handle of the load; its outcome is `skipped(.noFailure)` if nothing has failed.
  ///   If both ends have failed, the handle is that of the append.
  @discardableResult
  public func retry() -> LoadTask<List, Failure> { perform(.retry) }

  /// Cancels the running loads and returns to the previous settled state, with all edits.
  public func cancel() { perform(.cancel) }

  /// Cancels the running loads; the state becomes not requested, and the lists stay cached.
  public func clear() { perform(.clear) }

  /// Cancels the running loads and removes all lists, for instance when the user logs out.
  public func reset() { perform(.reset) }

  /// Marks all lists as stale, including cached ones: the next `loadIfNeeded` refreshes.
  public func invalidate() { perform(.invalidate) }
}

// MARK: Edits

extension PagedLoader {
  /// Changes an item in place, in every list that contains it.
  ///
  /// For an optimistic update with rollback, see
  /// <doc:EditingOptimistically#Optimistic-updates-in-a-paged-list>. For the rules, see
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
}

extension PagedLoader where Key == NoRequest {
  /// Loads the list from its first page, or joins a running load.
  ///
  /// - Returns: A handle of the started or joined load.
  @discardableResult
  public func load() -> LoadTask<List, Failure> { load(NoRequest()) }

  /// Loads the list unless it is loaded and fresh, or in flight; see ``loadIfNeeded(_:)``.
  ///
  /// - Returns: A handle of the started or joined load.
  @discardableResult
  public func loadIfNeeded() -> LoadTask<List, Failure> { loadIfNeeded(NoRequest()) }

  /// Loads the list if needed when the states get a subscriber; see ``loadWhenObserved(_:)``.
  public func loadWhenObserved() { loadWhenObserved(NoRequest()) }
}
