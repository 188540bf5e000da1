public import ReactiveLoading

extension Mutation {
  /// Unavailable; a mutation edits a ``Loader``.
  ///
  /// <doc:EditingOptimistically> shows optimistic updates in a paged list.
  @available(
    *,
    unavailable,
    message: "A mutation edits a Loader. For a paged list see 'Making optimistic updates'."
  )
  public convenience init<Key, Cursor, Item: Identifiable, ListFailure>(
    policy: MutationPolicy = MutationPolicy(),
    editing list: PagedLoader<Key, Cursor, Item, ListFailure>,
    change: @escaping @Sendable (Input, inout [Item]) -> Void,
    write: @escaping @Sendable (Input) async throws(Failure) -> Output,
    confirm: (@Sendable (Input, Output, inout [Item]) -> Void)? = nil
  ) {
    self.init(policy: policy, write)
  }
}
