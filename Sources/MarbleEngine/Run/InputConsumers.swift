import IssueReporting

/// The calls and the sequences of an input, which end with the run at the latest.
///
/// The lock guards the closures. They are called outside it.
package final class InputConsumers: Sendable {
  private let timeline: RunTimeline
  private let endings = Lock<[ObjectIdentifier: () -> Void]>([:])

  package init(timeline: RunTimeline) {
    self.timeline = timeline
  }

  /// Registers the end of a consumer; ends it immediately after the end of the run.
  package func register(_ consumer: AnyObject, end: @escaping () -> Void) {
    endings.withLock { $0[ObjectIdentifier(consumer)] = end }
    if timeline.isOver { end() }
  }

  package func unregister(_ consumer: AnyObject) {
    // The closure is released outside the lock.
    _ = endings.withLock { $0.removeValue(forKey: ObjectIdentifier(consumer)) }
  }

  /// Reports a misuse with the failures of the run, or immediately after the run.
  ///
  /// A task that is not the test's own cannot report it: the test library drops its issues.
  package func report(_ misuse: String) {
    if !timeline.note(misuse) { reportIssue(misuse) }
  }

  /// Ends the consumers that still wait at the end of the run.
  func endAll() {
    for end in endings.withLock({ Array($0.values) }) { end() }
  }
}
