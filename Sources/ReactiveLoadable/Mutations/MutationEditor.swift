import Atomics

/// Shows the writes of a mutation in a loader, from the moment they are asked for (contract L12).
///
/// Every thread brings its own steps at once, so that a write shows when the call returns that asked
/// for it; the loader's edits put them in order.
struct MutationEditor<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
  enum Step: Sendable {
    case begun(UInt, Input)
    case ended(UInt, Input, LoadOutcome<Output, Failure>)
  }

  let take: @Sendable ([Step]) -> Void

  init<Request, Value, LoadFailure>(
    _ loader: Loader<Request, Value, LoadFailure>,
    _ edit: MutationEdit<Input, Output, Value>
  ) {
    let mutation = MutationNumber.next()
    take = { [weak storage = loader.storage] steps in
      storage?.handle(
        .edited(
          steps.map { step in
            switch step {
            case .begun(let write, let input):
              .shown(LoadEditID(mutation: mutation, write: write), edit.change(by: input))
            case .ended(let write, let input, let outcome):
              .ended(
                LoadEditID(mutation: mutation, write: write),
                outcome.value.map { edit.end(input, $0) } ?? .takenBack
              )
            }
          }
        )
      )
    }
  }
}

/// What a write does to a value before it is saved, and once it is.
struct MutationEdit<Input: Sendable, Output: Sendable, Value: Sendable>: Sendable {
  let change: @Sendable (Input, inout Value) -> Void
  let confirm: (@Sendable (Input, Output, inout Value) -> Void)?

  func change(by input: Input) -> @Sendable (inout Value) -> Void {
    { [change] value in change(input, &value) }
  }

  func end<Request>(_ input: Input, _ output: Output) -> LoadEdits<Request, Value>.End {
    guard let confirm else { return .saved(nil) }
    return .saved { value in confirm(input, output, &value) }
  }
}

/// Tells the mutations of a program apart.
private enum MutationNumber {
  private static let last = ManagedAtomic<UInt>(0)

  static func next() -> UInt { last.wrappingIncrementThenLoad(ordering: .relaxed) }
}
