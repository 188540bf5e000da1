/// A result that is set once, for any number of tasks that wait for it.
// SAFETY: `settled` is guarded by the lock of the signal.
@usableFromInline
package class Promise<Answer: Sendable>: Signal, @unchecked Sendable {
  @exclusivity(unchecked) @usableFromInline final var settled: Answer?

  @inlinable
  package override init() { super.init() }

  /// Sets the result, unless it was set before.
  @inlinable
  package final func settle(_ answer: Answer) {
    locked { if settled == nil { settled = answer } }
    wakeAll()
  }

  /// The result, after a wait if necessary; `nil` if the waiting task was cancelled first.
  @inlinable package final var answer: Answer? {
    get async {
      await wait(until: { settled != nil })
      return locked { settled }
    }
  }

  /// The result, after a wait that also continues in a cancelled task.
  ///
  /// The owner of the promise must settle it in every case.
  @inlinable final var answerInAnyCase: Answer? {
    get async {
      await waitInAnyCase(until: { settled != nil })
      return locked { settled }
    }
  }
}
