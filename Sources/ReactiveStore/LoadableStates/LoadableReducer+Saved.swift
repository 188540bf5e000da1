public import ReactiveLoadable

/// Sends the value of a record to a store; the promise is fulfilled when its action is reduced or
/// dropped.
typealias Restoring =
  @Sendable (LoadCore.Event, LoadSlots.Payload, EmbeddedPerformer) -> Promise<Void>

extension LoadableReducer {
  /// Returns a reducer whose child starts from its saved value, and is saved.
  ///
  /// ```swift
  /// .loadable(state: \.books, action: .books) { Books() } load: { genre, _ in
  ///   try await api.books(genre)
  /// }
  /// .saved(.json(version: 1, in: disk) { "books/\($0)" })
  /// ```
  ///
  /// A load reads the record of its request, unless a child of the request is in memory. The store
  /// sends the saved child as the action `progressed(.restored(child, savedAt: date))`. When that
  /// is reduced, it calls the load function, unless the child is fresh. See
  /// <doc:StoreContract#S19-Saved-values>.
  ///
  /// - Parameter values: The store, the keys and the format of the children.
  /// - Returns: The reducer.
  public func saved(_ values: SavedValues<Request, Child.State>) -> Self {
    var reducer = self
    reducer.policy = EmbeddedPolicy(policy.policy, EmbeddedRecords(values))
    return reducer
  }
}

extension PagedReducer {
  /// Returns a reducer whose lists start from their saved pages, and are saved.
  ///
  /// ```swift
  /// .paged(state: \.results, action: .results) { page, _ in try await api.search(page) }
  /// .saved(.json(version: 1, pages: 2, in: disk) { "search/\($0)" })
  /// ```
  ///
  /// The store sends the saved pages as the action `restored`, and then calls the load function,
  /// unless they are fresh. See <doc:StoreContract#S19-Saved-values>.
  ///
  /// - Parameter values: The store, the format and the number of the pages that are saved.
  /// - Returns: The reducer.
  public func saved(_ values: SavedValues<Key, [Page<Cursor, Item>]>) -> Self {
    var reducer = self
    reducer.loadPolicy = EmbeddedPolicy(policy.load, EmbeddedRecords(values))
    return reducer
  }
}
