/// An answer that comes once, for any number of tasks that wait for it.
final class Promise<Answer: Sendable>: Sendable {
  private let settled = Lock<Answer?>(nil)
  private let signal = Signal()

  /// Gives the answer, if none was given before.
  func settle(_ answer: Answer) {
    settled.withLock { if $0 == nil { $0 = answer } }
    signal.wakeAll()
  }

  /// The answer, waited for if need be; `nil` when the waiting task was cancelled before it came.
  var answer: Answer? {
    get async {
      await signal.wait(until: { isSettled })
      return settled.withLock { $0 }
    }
  }

  /// The answer, waited for also by a cancelled task, which somebody makes sure to settle.
  var answerInAnyCase: Answer? {
    get async {
      await signal.waitInAnyCase(until: { isSettled })
      return settled.withLock { $0 }
    }
  }

  private var isSettled: Bool { settled.withLock { $0 != nil } }
}
