import Atomics

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
    _ edit: MutationEdit<Input, Output, Value>
  ) {
    let mutation = MutationNumber.next()
    apply = { [weak storage = loader.storage] steps in
      storage?.edit(
        steps.map { step in
          switch step {
          case .started(let write, let input):
            .shown(LoadEditID(mutation: mutation, write: write), edit.change(by: input))
          case .ended(let write, let input, let outcome):
            .ended(
              LoadEditID(mutation: mutation, write: write),
              outcome.value.map { edit.end(input, $0) } ?? .rolledBack
            )
          }
        }
      )
    }
  }
}

/// The changes of a value by a write, before and after it is saved.
struct MutationEdit<Input: Sendable, Output: Sendable, Value: Sendable>: Sendable {
  let change: @Sendable (Input, inout Value) -> Void
  let confirm: (@Sendable (Input, Output, inout Value) -> Void)?

  func change(by input: Input) -> @Sendable (inout Value) -> Void {
    { [change] value in change(input, &value) }
  }

  func end<Request>(_ input: Input, _ output: Output) -> LoadEdits<Request, Value>.EditResult {
    guard let confirm else { return .saved(nil) }
    return .saved { value in confirm(input, output, &value) }
  }
}

/// A unique number for each mutation of the process.
private enum MutationNumber {
  private static let last = ManagedAtomic<UInt>(0)

  static func next() -> UInt { last.wrappingIncrementThenLoad(ordering: .relaxed) }
}
