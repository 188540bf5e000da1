import IssueReporting
import ReactiveRelays

/// The threads on which the function that makes the keys of a source runs.
///
/// The function must not call an owner of its records, which would call the function again, without
/// an end.
package final class KeyCalls: Sendable {
  /// The key of a record that is neither read nor written.
  package static let refused = "\u{0}refused"

  private let threads = Lock(ReentrancyGuard())

  package init() {}

  /// Records that a call begins; returns false within another one, which is reported.
  package func begin() -> Bool {
    let begins = threads.withLock { threads in
      if threads.includesCurrentThread { return false }
      threads.addCurrentThread()
      return true
    }
    if !begins {
      reportIssue(
        """
        The function that makes the keys of saved values has called the loader, list, cache or store \
        that uses the key. That call uses no record. Make the function free of side effects.
        """
      )
    }
    return begins
  }

  package func end() { threads.withLock { $0.removeCurrentThread() } }
}
