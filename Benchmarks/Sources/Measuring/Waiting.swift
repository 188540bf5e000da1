import Foundation

/// Runs async work and blocks this thread until it ends.
package func waiting<R: Sendable>(_ work: @escaping @Sendable () async -> R) -> R {
  let isDone = DispatchSemaphore(value: 0)
  let answer = Answer<R>()
  Task {
    answer.value = await work()
    isDone.signal()
  }
  isDone.wait()
  guard let value = answer.value else { preconditionFailure("Signaled without a result.") }
  return value
}

// SAFETY: written before the semaphore is signaled, and read after the wait.
private final class Answer<R>: @unchecked Sendable {
  var value: R?
}
