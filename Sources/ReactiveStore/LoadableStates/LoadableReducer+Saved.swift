public import ReactiveLoadable

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

extension LoadableEachReducer {
  /// Returns a reducer whose values start from their records, by keys, and are saved.
  ///
  /// ```swift
  /// .loadable(each: \.details, action: .detail) { id, _ in try await api.movie(id) }
  /// .saved(.json(version: 1, in: disk) { "movie/\($0)" })
  /// ```
  ///
  /// Each key is like a feature without requests. A `reset` of a key removes its record; keys that
  /// a reducer removes keep theirs. See <doc:StoreContract#S19-Saved-values>.
  ///
  /// - Parameter values: The store, the keys and the format of the values.
  /// - Returns: The reducer.
  public func saved(_ values: SavedValues<Key, Value>) -> Self {
    var reducer = self
    reducer.policy = EmbeddedPolicy(policy.policy, EmbeddedRecords(values))
    return reducer
  }
}
