import ReactiveLoading
import ReactivePaging

// The additional intents of the model of a list, on the main actor.

extension LoaderHolder where Source: ListLoader {
  /// Reports a row as visible, which prefetches the next or previous page near an end of the list.
  ///
  /// See <doc:PagingContract#P5-Prefetching>.
  ///
  /// - Parameter id: The id of the row's item; an unknown id changes nothing.
  public func visible(_ id: Source.Item.ID) { loader.perform(.visible(id)) }

  /// Reports a row as visible, which prefetches the next or previous page near an end of the list.
  ///
  /// See <doc:PagingContract#P5-Prefetching>.
  ///
  /// - Parameter index: The index of the row's item; an index out of bounds changes nothing.
  public func visible(at index: Int) { loader.perform(.visible(at: index)) }

  /// Appends the next page, for instance for a "Load more" button.
  ///
  /// - Returns: A handle of the load that was started or joined.
  @discardableResult
  public func next() -> LoadTask<Source.Value, Source.Failure> { loader.perform(.next) }

  /// Prepends the previous page.
  ///
  /// - Returns: A handle of the load that was started or joined.
  @discardableResult
  public func previous() -> LoadTask<Source.Value, Source.Failure> { loader.perform(.previous) }

  /// Reloads all pages, and returns when the load has ended; the list stays visible until then.
  ///
  /// Unlike ``LoaderHolder/refresh()``, which loads the first page only, this deep refresh keeps
  /// the length and the scroll position of the list. See <doc:PagingContract#P4-Refresh>.
  ///
  /// - Returns: The outcome of the load; `skipped(.noRequest)` if nothing was requested before.
  @discardableResult
  public func refreshAllPages() async -> LoadOutcome<Source.Value, Source.Failure> {
    await loader.perform(.refreshAllPages).outcome()
  }

  /// Cancels the load in flight; the state becomes not requested, and the lists stay cached.
  public func clear() { loader.perform(.clear) }

  // MARK: Edits

  /// Changes an item in place, in every list that contains it.
  ///
  /// - Parameters:
  ///   - id: The id of the item.
  ///   - change: A closure that changes the item, but not its id. It may run several times, so it
  ///     must have no side effects.
  /// - Returns: True if a list contains the item, or a load in flight may return it.
  @discardableResult
  public func edit(
    _ id: Source.Item.ID,
    _ change: @escaping @Sendable (inout Source.Item) -> Void
  ) -> Bool {
    loader.edit(id, change)
  }

  /// Removes an item from every list that contains it; later pages do not add it again.
  ///
  /// - Parameter id: The id of the item.
  /// - Returns: True if a list contains the item, or a load in flight may return it.
  @discardableResult
  public func remove(_ id: Source.Item.ID) -> Bool { loader.remove(id) }

  /// Inserts an item into the list, and replaces an item with the same id.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - position: The position of the item; by default the start of the list.
  /// - Returns: True if the list has that position, or a load in flight may add it.
  @discardableResult
  public func insert(
    _ item: Source.Item,
    at position: ListEdit<Source.Item>.Position = .start
  ) -> Bool {
    loader.insert(item, at: position)
  }
}
