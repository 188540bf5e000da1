/// An observation that runs with time and is compared at the end of the run.
package protocol Expectation: AnyObject {
  var callSite: CallSite { get }
  /// True if the observation has ended; valid only after ``cancel()``.
  var hasStopped: Bool { get }
  func close()
  func cancel()
  /// Releases the observed object and the expected values.
  func release()
  /// Compares the recording, after it was closed; the facts of the run are read only for a report.
  func compare(in run: () -> RunRecord) -> RunIssue?
}
