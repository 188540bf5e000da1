/// An answer that comes once, for any number of tasks that wait for it.
// SAFETY: `settled` is guarded by the lock of the signal.
@usableFromInline
package class Promise<Answer: Sendable>: Signal, @unchecked Sendable {
  @exclusivity(unchecked) @usableFromInline final var settled: Answer?

  @inlinable
  package override init() { super.init() }

  /// Gives the answer, if none was given before.
  @inlinable
  package final func settle(_ answer: Answer) {
    locked { if settled == nil { settled = answer } }
    wakeAll()
  }

  /// Whether the answer was given.
  @inlinable final var isSettled: Bool { locked { settled != nil } }

  /// The answer, waited for if need be; `nil` when the waiting task was cancelled before it came.
  @inlinable package final var answer: Answer? {
    get async {
      await wait(until: { settled != nil })
      return locked { settled }
    }
  }

  /// The answer, waited for also by a cancelled task, which somebody makes sure to settle.
  @inlinable final var answerInAnyCase: Answer? {
    get async {
      await waitInAnyCase(until: { settled != nil })
      return locked { settled }
    }
  }
}
