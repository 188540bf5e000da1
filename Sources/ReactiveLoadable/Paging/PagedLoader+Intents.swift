extension PagedLoader {
  /// Loads the list of a key from its first page, joining a load of it.
  ///
  /// - Parameter key: Whose list to load.
  /// - Returns: A handle of the load that was started or joined.
  @discardableResult
  public func load(_ key: Key) -> LoadTask<List, Failure> { perform(.load(key)) }

  /// Shows the list of a key, and loads it unless it is there, remembered, or on its way (P2).
  ///
  /// - Parameter key: Whose list to show.
  /// - Returns: A handle of the load that was started or joined.
  @discardableResult
  public func loadIfNeeded(_ key: Key) -> LoadTask<List, Failure> { perform(.loadIfNeeded(key)) }

  /// Loads the page that follows the last one (P1).
  ///
  /// - Returns: A handle of the load that was started or joined.
  @discardableResult
  public func next() -> LoadTask<List, Failure> { perform(.next) }

  /// Loads the page that comes before the first one (P1, P7).
  ///
  /// - Returns: A handle of the load that was started or joined.
  @discardableResult
  public func previous() -> LoadTask<List, Failure> { perform(.previous) }

  /// Tells that an item is visible, so that pages are loaded before the view comes to an end (P5).
  ///
  /// - Parameter index: The item's index in the list; one that there is not changes nothing.
  public func visible(at index: Int) { perform(.visible(at: index)) }

  /// Tells that an item is visible, so that pages are loaded before the view comes to an end (P5).
  ///
  /// - Parameter id: The item's id; one that is not in the list changes nothing.
  public func visible(_ id: Item.ID) { perform(.visible(id)) }

  /// Loads the first page again and goes on showing the list until it is there (P4).
  ///
  /// - Returns: A handle of the load; its outcome is not needed if nothing was ever asked for.
  @discardableResult
  public func refresh() -> LoadTask<List, Failure> { perform(.refresh) }

  /// Loads all pages again, and goes on showing the list until all are there (P4).
  ///
  /// - Returns: A handle of the load; its outcome is not needed if nothing was ever asked for.
  @discardableResult
  public func refreshAllPages() -> LoadTask<List, Failure> { perform(.refreshAllPages) }

  /// Asks again for what has failed, and for nothing else (P3).
  ///
  /// - Returns: A handle of the load, of the end's if both ends are asked again; its outcome is not
  ///   needed if nothing has failed.
  @discardableResult
  public func retry() -> LoadTask<List, Failure> { perform(.retry) }

  /// Stops what runs and goes back to what was there before; the list and its edits stay.
  public func cancel() { perform(.cancel) }

  /// Stops what runs and shows nothing; the lists are remembered.
  public func clear() { perform(.clear) }

  /// Stops what runs and forgets everything, for instance when the user logs out.
  public func reset() { perform(.reset) }

  /// Takes all lists for stale, also those that are remembered: the next `loadIfNeeded` refreshes.
  public func invalidate() { perform(.invalidate) }
}

// MARK: Edits

extension PagedLoader {
  /// Changes an item where it stands, in every list that has it (P7).
  ///
  /// - Parameters:
  ///   - id: The item's id.
  ///   - change: Changes the item, but not its id. It may run again, on what a load brings that is on
  ///     its way now, so it must be free of effects.
  /// - Returns: Whether there was such an item, or a load is on its way that may bring it.
  @discardableResult
  public func edit(_ id: Item.ID, _ change: @escaping @Sendable (inout Item) -> Void) -> Bool {
    storage.make(.change(id, change))
  }

  /// Takes an item out, of every list that has it; it does not come back with another page (P7).
  ///
  /// - Parameter id: The item's id.
  /// - Returns: Whether there was such an item, or a load is on its way that may bring it.
  @discardableResult
  public func remove(_ id: Item.ID) -> Bool { storage.make(.remove(id)) }

  /// Puts an item into the list; one with its id that is there already moves and gives way (P7).
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - place: Where it goes in, by default before all others.
  /// - Returns: Whether there was such a place, or a load is on its way that may bring it.
  @discardableResult
  public func insert(_ item: Item, at place: ListEdit<Item>.Position = .start) -> Bool {
    storage.make(.insert(item, at: place))
  }
}

extension PagedLoader where Key == NoRequest {
  /// Loads the list from its first page, joining a load that runs.
  ///
  /// - Returns: A handle of the load that was started or joined.
  @discardableResult
  public func load() -> LoadTask<List, Failure> { load(NoRequest()) }

  /// Loads the list unless it is there or on its way; see ``loadIfNeeded(_:)``.
  ///
  /// - Returns: A handle of the load that was started or joined.
  @discardableResult
  public func loadIfNeeded() -> LoadTask<List, Failure> { loadIfNeeded(NoRequest()) }

  /// Loads what is needed as soon as somebody looks at the states; see ``loadWhenObserved(_:)``.
  public func loadWhenObserved() { loadWhenObserved(NoRequest()) }
}
