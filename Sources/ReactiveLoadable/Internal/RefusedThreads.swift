import IssueReporting

/// The threads whose changes an object refuses, because they run code of the caller to decide.
///
/// A decision on a copy is made again if another one was committed first. If the code that it runs
/// changes the same object, such as an edit that sets a value, no attempt would ever be committed,
/// or the change would run the same code again without an end. The lock of the object guards this
/// value.
struct RefusedThreads {
  private var threads: [UInt] = []

  var includeCurrent: Bool { !threads.isEmpty && threads.contains(ThreadIdentity.current) }

  mutating func addCurrent() { threads.append(ThreadIdentity.current) }

  mutating func removeCurrent() {
    if let index = threads.lastIndex(of: ThreadIdentity.current) { threads.remove(at: index) }
  }

  static func report() {
    reportIssue(
      """
      A loader was changed by code that it runs to make a decision: by an edit of its value, or by \
      '==' or 'hash(into:)' of a request, a value or an id. The change is ignored. Make such code \
      free of side effects.
      """
    )
  }
}
