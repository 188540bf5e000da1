import Atomics

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
  /// <doc:EditingOptimistically#L12-Optimistic-edits>.
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
      editor: MutationEditor(loader, change, confirm)
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
      editor: MutationEditor(loader, change, confirm)
    )
  }
}

/// Makes the writes of a mutation optimistic updates of a loader.
///
/// Each thread delivers its own steps immediately, so an edit is visible when the call that made it
/// returns. The loader puts the edits in order. See
/// <doc:EditingOptimistically#L12-Optimistic-edits>.
@usableFromInline
struct MutationEditor: Sendable {
  private let mutation: UInt
  private let editor: AnyLoadEditor
  /// Performs steps of edits, unless the loader is deallocated.
  let edit: @Sendable ([LoadEdits.Step]) -> Void

  @usableFromInline
  init<Request, Value, LoadFailure, Input: Sendable, Output: Sendable>(
    _ loader: Loader<Request, Value, LoadFailure>,
    _ change: @escaping @Sendable (Input, inout Value) -> Void,
    _ confirm: (@Sendable (Input, Output, inout Value) -> Void)?
  ) {
    mutation = lastMutation.wrappingIncrementThenLoad(ordering: .relaxed)
    editor = LoadEditor<Request, Value>(confirms: confirm != nil) { input, output, value in
      let input = input.assumed(of: Input.self).value
      if let output, let confirm {
        confirm(input, output.assumed(of: Output.self).value, &value)
      } else {
        change(input, &value)
      }
    }
    edit = { [weak shell = loader.storage as LoadShell] steps in shell?.edit(steps) }
  }

  /// Returns the step that makes the edit of a new write.
  func start(of write: OpenWrite) -> LoadEdits.Step {
    .shown(id(of: write), editor, write.input)
  }

  /// Returns the step that ends the edit of a write.
  func end(of write: OpenWrite, _ outcome: AnyLoadOutcome) -> LoadEdits.Step {
    .ended(id(of: write), outcome.kind == .loaded ? .saved(outcome.value) : .rolledBack)
  }

  private func id(of write: OpenWrite) -> LoadEditID {
    LoadEditID(mutation: mutation, write: write.load.id)
  }
}

/// The number of the last mutation that edits a loader, unique in the process.
private let lastMutation = ManagedAtomic<UInt>(0)
