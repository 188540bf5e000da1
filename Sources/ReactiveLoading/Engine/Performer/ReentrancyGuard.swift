import IssueReporting
import ReactiveRelays

/// The threads whose changes an object refuses, because they run code of the caller to decide.
///
/// A decision on a copy is made again if another one was committed first. If the code that it runs
/// changes the same object, such as an edit that sets a value, no attempt would ever be committed,
/// or the change would run the same code again without an end. The lock of the object guards this
/// value.
package struct ReentrancyGuard {
  fileprivate var threads: [UInt]

  var includesCurrentThread: Bool { threads.contains(ThreadIdentity.current) }

  /// Reports a refused change.
  ///
  /// - Parameter object: The object that was changed, as in `A loader`.
  package static func report(of object: String) {
    reportIssue(
      """
      \(object) was changed by code that it runs to make a decision: by an edit of its value, or by \
      '==' or 'hash(into:)' of a request, a value or an id. The change is ignored. Make such code \
      free of side effects.
      """
    )
  }
}

extension ReentrancyGuard? {
  mutating func addCurrentThread() {
    self = ReentrancyGuard(threads: (self?.threads ?? []) + [ThreadIdentity.current])
  }

  /// Removes the last entry of the current thread; without threads the value is `nil`.
  mutating func removeCurrentThread() {
    guard var threads = self?.threads,
      let index = threads.lastIndex(of: ThreadIdentity.current)
    else { return }
    threads.remove(at: index)
    self = threads.isEmpty ? nil : ReentrancyGuard(threads: threads)
  }
}
