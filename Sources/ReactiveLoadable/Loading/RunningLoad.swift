/// A load, and the outcome that its handles wait for.
// SAFETY: `ending` is guarded by the lock of the signal.
@usableFromInline
final class RunningLoad<Value: Sendable, Failure: Error>: RunningWork, @unchecked Sendable {
  @exclusivity(unchecked) private var ending: LoadOutcome<Value, Failure>?

  /// Ends the load; returns whether an activity counted it.
  ///
  /// Tasks are cancelled and waiting tasks resumed outside the lock.
  @discardableResult
  @usableFromInline
  func end(_ outcome: LoadOutcome<Value, Failure>) -> Bool {
    end { if ending == nil { ending = outcome } }
  }

  /// The outcome, after a wait if necessary; `nil` if the waiting task was cancelled first.
  var outcome: LoadOutcome<Value, Failure>? {
    get async {
      await wait(until: { isOver })
      return locked { ending }
    }
  }

  /// The outcome, after a wait that also continues in a cancelled task.
  var outcomeInAnyCase: LoadOutcome<Value, Failure>? {
    get async {
      await waitInAnyCase(until: { isOver })
      return locked { ending }
    }
  }
}
