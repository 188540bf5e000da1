import Atomics

/// Shows the writes of a mutation in a loader, from the moment they are asked for (contract L12).
///
/// The steps of a mutation get their places under its lock, and are taken in that order, one at a
/// time, outside it: an edit that is taken back was shown before.
final class MutationEditor<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
  enum Step: Sendable {
    case begun(UInt, Input)
    case ended(UInt, Input, LoadOutcome<Output, Failure>)
  }

  typealias Placed = BehaviorRelay<[Step]>.Placed

  private let steps = BehaviorRelay<[Step]>([])
  private let streams = OwnedStreams()

  init<Request, Value, LoadFailure>(
    _ loader: Loader<Request, Value, LoadFailure>,
    _ edit: MutationEdit<Input, Output, Value>
  ) {
    let mutation = MutationNumber.next()
    streams.own(steps) { [weak storage = loader.storage] steps in
      let edits = steps.map { step in
        switch step {
        case .begun(let write, let input):
          LoadEdits<Request, Value>.Step.shown(
            LoadEditID(mutation: mutation, write: write),
            edit.change(by: input)
          )
        case .ended(let write, let input, let outcome):
          LoadEdits<Request, Value>.Step.ended(
            LoadEditID(mutation: mutation, write: write),
            outcome.value.map { edit.end(input, $0) } ?? .takenBack
          )
        }
      }
      if !edits.isEmpty { storage?.handle(.edited(edits)) }
    }
  }

  /// Called under the mutation's lock.
  func place(_ new: [Step]) -> Placed { steps.place(new) }

  func deliver(_ placed: Placed) { steps.deliver(placed) }
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
