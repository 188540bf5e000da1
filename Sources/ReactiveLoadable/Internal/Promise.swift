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
      await signal.wait(until: { settled.withLock { $0 != nil } })
      return settled.withLock { $0 }
    }
  }
}
