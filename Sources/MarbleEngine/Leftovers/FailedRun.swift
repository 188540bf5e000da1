/// The failure of a marble run, which reports what the run has left.
package final class FailedRun: Sendable {
  package init() {}
}
