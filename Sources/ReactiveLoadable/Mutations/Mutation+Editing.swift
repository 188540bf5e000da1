// Writes that show in a loader before they are saved.

extension Mutation {
  /// Creates a mutation whose writes show in a loader at once, and stay if they are saved.
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
  /// Each write is an edit of its own over the loader's value: a refresh that comes meanwhile goes
  /// below it, and a write that fails takes back only itself (L12). The mutation does not keep the
  /// loader; with that gone, it goes on to write.
  ///
  /// - Parameters:
  ///   - policy: How the mutation behaves; each default is the safe choice.
  ///   - loader: Whose value is edited: that of the request that it shows when the write is asked for.
  ///   - change: What a write does to the value. Called outside every lock, again and again, on any
  ///     thread: it must be free of effects. A load may bring what was written before the write has
  ///     returned, so it should do nothing twice: put an item in its place rather than append it.
  ///   - write: Writes an input and returns what came of it; throws its own failure type, or nothing.
  ///   - confirm: What the saved write does to the value instead of `change`, once it is known what
  ///     came of it; by default what `change` does.
  public convenience init<Request, Value, LoadFailure>(
    policy: MutationPolicy = MutationPolicy(),
    editing loader: Loader<Request, Value, LoadFailure>,
    change: @escaping @Sendable (Input, inout Value) -> Void,
    write: @escaping @Sendable (Input) async throws(Failure) -> Output,
    confirm: (@Sendable (Input, Output, inout Value) -> Void)? = nil
  ) {
    let edit = MutationEdit(change: change, confirm: confirm)
    self.init(policy: policy, editor: MutationEditor(loader, edit), write: write)
  }

  /// Creates a mutation whose writes show in a loader at once, and whose write function throws any
  /// error.
  ///
  /// - Parameters:
  ///   - policy: How the mutation behaves; each default is the safe choice.
  ///   - loader: Whose value is edited.
  ///   - change: What a write does to the value; free of effects, and best doing nothing twice.
  ///   - write: Writes an input and returns what came of it; what it throws becomes a ``LoadError``.
  ///   - confirm: What the saved write does to the value instead of `change`; by default the same.
  public convenience init<Request, Value, LoadFailure>(
    policy: MutationPolicy = MutationPolicy(),
    editing loader: Loader<Request, Value, LoadFailure>,
    change: @escaping @Sendable (Input, inout Value) -> Void,
    write: @escaping @Sendable (Input) async throws -> Output,
    confirm: (@Sendable (Input, Output, inout Value) -> Void)? = nil
  ) where Failure == LoadError {
    let edit = MutationEdit(change: change, confirm: confirm)
    self.init(policy: policy, editor: MutationEditor(loader, edit)) {
      input async throws(LoadError) -> Output in
      do { return try await write(input) } catch { throw LoadError(error) }
    }
  }
}
