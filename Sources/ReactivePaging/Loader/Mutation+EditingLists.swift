public import ReactiveLoading

extension MutationTarget {
  /// Returns a target that edits the items of a paged list.
  ///
  /// An insertion belongs to the list whose key is current at the call of `run`; the other edits
  /// apply to every list that contains the item. See
  /// <doc:PagingContract#P13-Optimistic-edits>.
  ///
  /// - Parameters:
  ///   - list: The loader of the list.
  ///   - change: Returns the edits of a write. It runs on any thread, outside the lock, and may run
  ///     repeatedly, so it must have no side effects.
  ///   - confirm: Returns the edits of a saved write, which replace those of `change` once the
  ///     output is known; by default they are the same.
  /// - Returns: The target.
  public static func list<Key, Cursor, Item, LoadFailure>(
    _ list: PagedLoader<Key, Cursor, Item, LoadFailure>,
    change: @escaping @Sendable (Input) -> [ListEdit<Item>],
    confirm: (@Sendable (Input, Output) -> [ListEdit<Item>])? = nil
  ) -> Self {
    let editor: ListEditor<Item> = .edits(change, confirm)
    return Self(
      EditTarget(editor) { [weak storage = list.storage] _, _ in
        storage.map { EditPlace($0) }
      }
    )
  }
}

extension Mutation {
  /// Creates a mutation whose writes are optimistic edits of a paged list.
  ///
  /// ```swift
  /// let star = Mutation(editing: videos) { (star: Star) in
  ///   [.change(star.id) { $0.isStarred = star.isOn }]
  /// } write: { star in
  ///   try await api.save(star)
  /// }
  /// ```
  ///
  /// The edits of a write are visible when ``run(_:)`` returns, also in pages and refreshes that
  /// arrive before the write has ended. If it fails, only its own edits are rolled back. The
  /// mutation does not retain the list. See <doc:PagingContract#P13-Optimistic-edits>.
  ///
  /// - Parameters:
  ///   - policy: The configuration of the mutation; `MutationPolicy()` by default.
  ///   - order: The key of a write, if only the writes of one key are in order; by default all
  ///     writes are.
  ///   - list: The loader of the list.
  ///   - change: Returns the edits of a write. It runs on any thread, outside the lock, and may run
  ///     repeatedly, so it must have no side effects.
  ///   - write: The function that writes an input and returns the output; it throws its own failure
  ///     type, or nothing.
  ///   - confirm: Returns the edits of a saved write, which replace those of `change` once the
  ///     output is known; by default they are the same.
  public convenience init<Key, Cursor, Item, LoadFailure>(
    policy: MutationPolicy = MutationPolicy(),
    order: MutationOrder<Input>? = nil,
    editing list: PagedLoader<Key, Cursor, Item, LoadFailure>,
    change: @escaping @Sendable (Input) -> [ListEdit<Item>],
    write: @escaping @Sendable (Input) async throws(Failure) -> Output,
    confirm: (@Sendable (Input, Output) -> [ListEdit<Item>])? = nil
  ) {
    self.init(
      policy: policy,
      order: order,
      editing: [.list(list, change: change, confirm: confirm)],
      write: write
    )
  }

  /// Creates a mutation with optimistic edits of a paged list, whose write throws any error.
  public convenience init<Key, Cursor, Item, LoadFailure>(
    policy: MutationPolicy = MutationPolicy(),
    order: MutationOrder<Input>? = nil,
    editing list: PagedLoader<Key, Cursor, Item, LoadFailure>,
    change: @escaping @Sendable (Input) -> [ListEdit<Item>],
    write: @escaping @Sendable (Input) async throws -> Output,
    confirm: (@Sendable (Input, Output) -> [ListEdit<Item>])? = nil
  ) where Failure == LoadError {
    self.init(
      policy: policy,
      order: order,
      editing: [.list(list, change: change, confirm: confirm)],
      write: write
    )
  }
}
