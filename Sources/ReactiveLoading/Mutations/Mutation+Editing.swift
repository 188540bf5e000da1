extension Mutation {
  /// Creates a mutation whose writes are optimistic updates of a loader's value.
  ///
  /// ```swift
  /// let add = Mutation(editing: todos) { (todo: Todo, todos) in
  ///   todos.removeAll { $0.id == todo.id }
  ///   todos.append(todo)
  /// } write: { todo in
  ///   try await api.add(todo)
  /// }
  /// ```
  ///
  /// Each write is a separate edit of the loader's value. The edit is applied to the result of a
  /// refresh that runs during the write, and if the write fails, only its own edit is rolled back.
  /// The mutation does not retain the loader; after the loader is deallocated, writes continue. See
  /// <doc:EditingContract#L12-Optimistic-edits>.
  ///
  /// - Parameters:
  ///   - policy: The configuration of the mutation; `MutationPolicy()` by default.
  ///   - order: The key of a write, if only the writes of one key are in order; by default all
  ///     writes are.
  ///   - loader: The loader to edit; an edit belongs to the request whose value is visible at the
  ///     call of ``run(_:)``.
  ///   - change: The effect of a write on the value. It runs repeatedly, on any thread, outside the
  ///     lock, so it must have no side effects. A load can return the written item before the write
  ///     returns, so the change should be idempotent: insert an item by its identity rather than
  ///     append it.
  ///   - write: The function that writes an input and returns the output; it throws its own failure
  ///     type, or nothing.
  ///   - confirm: The effect of a saved write on the value, which replaces `change` once the output
  ///     is known; by default the same as `change`. It sets only what its own write has changed:
  ///     with ``MutationOverlap/concurrent`` a total of several writes, such as a count, may be of
  ///     any order.
  @inlinable
  public convenience init<Request, Value, LoadFailure>(
    policy: MutationPolicy = MutationPolicy(),
    order: MutationOrder<Input>? = nil,
    editing loader: Loader<Request, Value, LoadFailure>,
    change: @escaping @Sendable (Input, inout Value) -> Void,
    write: @escaping @Sendable (Input) async throws(Failure) -> Output,
    confirm: (@Sendable (Input, Output, inout Value) -> Void)? = nil
  ) {
    self.init(
      policy,
      order,
      LoadWork { input, _ throws(Failure) in try await write(input) },
      editor: MutationEditor([.loader(loader, change: change, confirm: confirm)])
    )
  }

  /// Creates a mutation with optimistic updates of a loader, whose write function throws any error.
  @inlinable
  public convenience init<Request, Value, LoadFailure>(
    policy: MutationPolicy = MutationPolicy(),
    order: MutationOrder<Input>? = nil,
    editing loader: Loader<Request, Value, LoadFailure>,
    change: @escaping @Sendable (Input, inout Value) -> Void,
    write: @escaping @Sendable (Input) async throws -> Output,
    confirm: (@Sendable (Input, Output, inout Value) -> Void)? = nil
  ) where Failure == LoadError {
    self.init(
      policy,
      order,
      LoadWork(wrapping: { input, _ in try await write(input) }),
      editor: MutationEditor([.loader(loader, change: change, confirm: confirm)])
    )
  }

  /// Creates a mutation whose writes are optimistic updates of several targets.
  ///
  /// ```swift
  /// let close = Mutation(editing: [
  ///   .loader(open) { (issue: Issue, open) in open.remove(issue.id) },
  ///   .key(details, of: { $0.id }) { _, detail in detail.isOpen = false },
  /// ]) { (issue: Issue) in
  ///   try await api.close(issue)
  /// }
  /// ```
  ///
  /// Each write is an edit of each target. The edits of a write become visible together, and are
  /// confirmed or rolled back together: code that finds one of them finds all. The mutation retains
  /// no target; a target that is deallocated is skipped. See
  /// <doc:EditingContract#L21-Several-targets>.
  ///
  /// - Parameters:
  ///   - policy: The configuration of the mutation; `MutationPolicy()` by default.
  ///   - order: The key of a write, if only the writes of one key are in order; by default all
  ///     writes are.
  ///   - targets: The values to edit, each with its change.
  ///   - write: The function that writes an input and returns the output; it throws its own failure
  ///     type, or nothing.
  @inlinable
  public convenience init(
    policy: MutationPolicy = MutationPolicy(),
    order: MutationOrder<Input>? = nil,
    editing targets: [MutationTarget<Input, Output>],
    write: @escaping @Sendable (Input) async throws(Failure) -> Output
  ) {
    self.init(
      policy,
      order,
      LoadWork { input, _ throws(Failure) in try await write(input) },
      editor: MutationEditor(targets)
    )
  }

  /// Creates a mutation with optimistic updates of several targets, whose write function throws any
  /// error.
  @inlinable
  public convenience init(
    policy: MutationPolicy = MutationPolicy(),
    order: MutationOrder<Input>? = nil,
    editing targets: [MutationTarget<Input, Output>],
    write: @escaping @Sendable (Input) async throws -> Output
  ) where Failure == LoadError {
    self.init(
      policy,
      order,
      LoadWork(wrapping: { input, _ in try await write(input) }),
      editor: MutationEditor(targets)
    )
  }
}
