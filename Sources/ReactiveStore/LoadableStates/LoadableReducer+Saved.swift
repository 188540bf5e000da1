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
