import Foundation

/// Runs work with tasks while this thread waits.
package func waiting<R: Sendable>(_ work: @escaping @Sendable () async -> R) -> R {
  let isDone = DispatchSemaphore(value: 0)
  let answer = Answer<R>()
  Task {
    answer.value = await work()
    isDone.signal()
  }
  isDone.wait()
  guard let value = answer.value else { preconditionFailure("signalled without an answer") }
  return value
}

// SAFETY: written before the semaphore is signalled, and read after it was waited for.
private final class Answer<R>: @unchecked Sendable {
  var value: R?
}
