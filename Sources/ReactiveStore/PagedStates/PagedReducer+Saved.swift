public import ReactiveLoadable

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
