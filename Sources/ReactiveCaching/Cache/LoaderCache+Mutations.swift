public import ReactiveLoading

extension MutationTarget {
  /// Returns a target that edits the value of a key of a cache.
  ///
  /// The key need not be cached: the edit is then applied to the value when it arrives, and loads
  /// nothing. While the write is in flight the key is not evicted.
  ///
  /// - Parameters:
  ///   - cache: The cache.
  ///   - key: The key of an input. It runs outside the lock, on the thread of the call.
  ///   - change: The effect of a write on the value. It runs repeatedly, on any thread, outside the
  ///     lock, so it must have no side effects, and it should be idempotent.
  ///   - confirm: The effect of a saved write on the value, which replaces `change` once the output
  ///     is known; by default the same as `change`.
  /// - Returns: The target, which does not retain the cache.
  public static func key<Key, Value, Failure>(
    _ cache: LoaderCache<Key, Value, Failure>,
    of key: @escaping @Sendable (Input) -> Key,
    change: @escaping @Sendable (Input, inout Value) -> Void,
    confirm: (@Sendable (Input, Output, inout Value) -> Void)? = nil
  ) -> Self {
    let editor: LoadEditor<Key, Value> = .of(change, confirm)
    return Self(
      EditTarget(editor) { [weak storage = cache.storage] id, input in
        storage?.place(of: id) { key(input.assumed(of: Input.self).value) }
      }
    )
  }
}

extension Mutation {
  /// Creates a mutation whose writes are optimistic updates of the values of a cache.
  ///
  /// ```swift
  /// let rate = Mutation(editing: movies, key: { $0.movie }) { (rating: Rating, movie) in
  ///   movie.stars = rating.stars
  /// } write: { rating in
  ///   try await api.send(rating)
  /// }
  /// ```
  ///
  /// Each write is a separate edit of the value of its key. A key that is not cached is edited when
  /// its value arrives, and the edit loads nothing. The mutation does not retain the cache. See
  /// <doc:EditingContract#L21-Several-targets>.
  ///
  /// - Parameters:
  ///   - policy: The configuration of the mutation; `MutationPolicy()` by default.
  ///   - order: The key of a write, if only the writes of one key are in order; by default all
  ///     writes are.
  ///   - cache: The cache to edit.
  ///   - key: The key of an input.
  ///   - change: The effect of a write on the value. It runs repeatedly, on any thread, outside the
  ///     lock, so it must have no side effects, and it should be idempotent.
  ///   - write: The function that writes an input and returns the output; it throws its own failure
  ///     type, or nothing.
  ///   - confirm: The effect of a saved write on the value; by default the same as `change`.
  public convenience init<Key, Value, LoadFailure>(
    policy: MutationPolicy = MutationPolicy(),
    order: MutationOrder<Input>? = nil,
    editing cache: LoaderCache<Key, Value, LoadFailure>,
    key: @escaping @Sendable (Input) -> Key,
    change: @escaping @Sendable (Input, inout Value) -> Void,
    write: @escaping @Sendable (Input) async throws(Failure) -> Output,
    confirm: (@Sendable (Input, Output, inout Value) -> Void)? = nil
  ) {
    self.init(
      policy: policy,
      order: order,
      editing: [.key(cache, of: key, change: change, confirm: confirm)],
      write: write
    )
  }

  /// Creates a mutation with optimistic updates of the values of a cache, whose write function
  /// throws any error.
  public convenience init<Key, Value, LoadFailure>(
    policy: MutationPolicy = MutationPolicy(),
    order: MutationOrder<Input>? = nil,
    editing cache: LoaderCache<Key, Value, LoadFailure>,
    key: @escaping @Sendable (Input) -> Key,
    change: @escaping @Sendable (Input, inout Value) -> Void,
    write: @escaping @Sendable (Input) async throws -> Output,
    confirm: (@Sendable (Input, Output, inout Value) -> Void)? = nil
  ) where Failure == LoadError {
    self.init(
      policy: policy,
      order: order,
      editing: [.key(cache, of: key, change: change, confirm: confirm)],
      write: write
    )
  }
}
