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
  public convenience init<Request, Value, LoadFailure>(
    policy: MutationPolicy = MutationPolicy(),
    editing loader: Loader<Request, Value, LoadFailure>,
    change: @escaping @Sendable (Input, inout Value) -> Void,
    write: @escaping @Sendable (Input) async throws(Failure) -> Output,
    confirm: (@Sendable (Input, Output, inout Value) -> Void)? = nil
  ) {
    self.init(policy: policy, editor: MutationEditor(loader, change, confirm), write: write)
  }

  /// Creates a mutation with optimistic updates of a loader, whose write function throws any error.
  public convenience init<Request, Value, LoadFailure>(
    policy: MutationPolicy = MutationPolicy(),
    editing loader: Loader<Request, Value, LoadFailure>,
    change: @escaping @Sendable (Input, inout Value) -> Void,
    write: @escaping @Sendable (Input) async throws -> Output,
    confirm: (@Sendable (Input, Output, inout Value) -> Void)? = nil
  ) where Failure == LoadError {
    self.init(policy: policy, editor: MutationEditor(loader, change, confirm)) {
      input async throws(LoadError) -> Output in
      do { return try await write(input) } catch { throw LoadError(error) }
    }
  }
}

/// Makes the writes of a mutation optimistic updates of a loader.
///
/// Each thread delivers its own steps immediately, so an edit is visible when the call that made it
/// returns. The loader puts the edits in order. See
/// <doc:EditingOptimistically#L12-Optimistic-edits>.
struct MutationEditor<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
  enum Step: Sendable {
    case started(UInt, Input)
    case ended(UInt, Input, LoadOutcome<Output, Failure>)
  }

  let apply: @Sendable ([Step]) -> Void

  init<Request, Value, LoadFailure>(
    _ loader: Loader<Request, Value, LoadFailure>,
    _ change: @escaping @Sendable (Input, inout Value) -> Void,
    _ confirm: (@Sendable (Input, Output, inout Value) -> Void)?
  ) {
    let mutation = lastMutation.wrappingIncrementThenLoad(ordering: .relaxed)
    apply = { [weak storage = loader.storage] steps in
      storage?.edit(
        steps.map { step -> LoadEdits<Request, Value>.Step in
          switch step {
          case .started(let write, let input):
            return .shown(LoadEditID(mutation: mutation, write: write)) { change(input, &$0) }
          case .ended(let write, let input, let outcome):
            let id = LoadEditID(mutation: mutation, write: write)
            guard let output = outcome.value else { return .ended(id, .rolledBack) }
            guard let confirm else { return .ended(id, .saved(nil)) }
            return .ended(id, .saved { confirm(input, output, &$0) })
          }
        }
      )
    }
  }
}

/// The number of the last mutation that edits a loader, unique in the process.
private let lastMutation = ManagedAtomic<UInt>(0)
