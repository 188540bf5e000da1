import Atomics

/// Makes the writes of a mutation optimistic updates of its targets.
///
/// Each thread delivers its own steps immediately, so an edit is visible when the call that made it
/// returns. The targets put the edits in order, and a ``StepOrder`` holds back the work of later
/// writes. See <doc:EditingContract#L12-Optimistic-edits>.
@usableFromInline
struct MutationEditor: Sendable {
  private struct Target {
    let number: UInt
    let target: EditTarget
  }

  private let targets: [Target]

  @usableFromInline
  init<Input: Sendable, Output: Sendable>(_ targets: [MutationTarget<Input, Output>]) {
    self.targets = targets.map {
      Target(
        number: lastTarget.wrappingIncrementThenLoad(ordering: .relaxed),
        target: $0.target
      )
    }
  }

  /// Makes the edit of a new write, and ends those of the writes that have an outcome.
  ///
  /// `didCommit` is called once all targets have changed, and before they deliver their values.
  func edit(_ changes: MutationChanges, _ didCommit: () -> Void) {
    var parts = EditParts()
    if let write = changes.accepted { addStart(of: write, to: &parts) }
    if let outcome = changes.outcome {
      for (write, change) in changes.writes where change.isOutcome {
        addEnd(of: write, outcome, to: &parts)
      }
    }
    parts.perform(didCommit)
  }

  private func addStart(of write: OpenWrite, to parts: inout EditParts) {
    for target in targets {
      let id = LoadEditID(mutation: target.number, write: write.load.id)
      guard let place = target.target.place(id, write.input) else { continue }
      parts.add(.shown(id, target.target.editor, write.input), to: place)
    }
  }

  private func addEnd(of write: OpenWrite, _ outcome: AnyLoadOutcome, to parts: inout EditParts) {
    for target in targets {
      let id = LoadEditID(mutation: target.number, write: write.load.id)
      guard let place = target.target.place(id, write.input) else { continue }
      let output = target.target.editor.confirms ? outcome.value : nil
      parts.add(.ended(id, outcome.kind == .loaded ? .saved(output) : .rolledBack), to: place)
    }
  }
}

/// The number of the last target of a mutation, unique in the process.
private let lastTarget = ManagedAtomic<UInt>(0)
