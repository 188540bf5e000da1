// What the model of a list can do besides, on the main actor.

extension LoaderHolder where Source: ListLoader {
  /// Tells that a row has come into view, so that pages are loaded before the list ends (P5).
  ///
  /// - Parameter id: The id of the row's item; one that is not in the list changes nothing.
  public func visible(_ id: Source.Item.ID) { loader.perform(.visible(id)) }

  /// Tells that a row has come into view, so that pages are loaded before the list ends (P5).
  ///
  /// - Parameter index: The index of the row's item; one that there is not changes nothing.
  public func visible(at index: Int) { loader.perform(.visible(at: index)) }

  /// Loads the page that follows the last one, for a button "more" (P1).
  ///
  /// - Returns: A handle of the load that was started or joined.
  @discardableResult
  public func next() -> LoadTask<Source.Value, Source.Failure> { loader.perform(.next) }

  /// Loads the page that comes before the first one (P1, P7).
  ///
  /// - Returns: A handle of the load that was started or joined.
  @discardableResult
  public func previous() -> LoadTask<Source.Value, Source.Failure> { loader.perform(.previous) }

  /// Loads all pages again, goes on showing the list, and returns when that is over (P4).
  ///
  /// It is a ``LoaderHolder/refresh()`` that keeps the list as long as it is, and the place that it
  /// was scrolled to.
  ///
  /// - Returns: How the load ended; not needed if nothing was ever asked for.
  @discardableResult
  public func refreshAllPages() async -> LoadOutcome<Source.Value, Source.Failure> {
    await loader.perform(.refreshAllPages).outcome()
  }

  /// Stops what runs and shows nothing; the lists are remembered.
  public func clear() { loader.perform(.clear) }

  // MARK: Edits

  /// Changes an item where it stands, in every list that has it (P7).
  ///
  /// - Parameters:
  ///   - id: The item's id.
  ///   - change: Changes the item, but not its id. It may run again, so it must be free of effects.
  /// - Returns: Whether there was such an item, or a load is on its way that may bring it.
  @discardableResult
  public func edit(
    _ id: Source.Item.ID,
    _ change: @escaping @Sendable (inout Source.Item) -> Void
  ) -> Bool {
    loader.edit(id, change)
  }

  /// Takes an item out, of every list that has it; it does not come back with another page (P7).
  ///
  /// - Parameter id: The item's id.
  /// - Returns: Whether there was such an item, or a load is on its way that may bring it.
  @discardableResult
  public func remove(_ id: Source.Item.ID) -> Bool { loader.remove(id) }

  /// Puts an item into the list; one with its id that is there already moves and gives way (P7).
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - place: Where it goes in, by default before all others.
  /// - Returns: Whether there was such a place, or a load is on its way that may bring it.
  @discardableResult
  public func insert(
    _ item: Source.Item,
    at place: ListEdit<Source.Item>.Position = .start
  ) -> Bool {
    loader.insert(item, at: place)
  }
}
