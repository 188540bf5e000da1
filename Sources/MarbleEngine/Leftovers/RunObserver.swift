import CMarbleHooks

/// The leftover check that runs of marble tests are a part of.
package final class RunObserver: Sendable {
  @TaskLocal package static var current: RunObserver?

  private let onFailure: @Sendable () -> Void

  /// - Parameter onFailure: Called when a run reports a failure.
  package init(onFailure: @escaping @Sendable () -> Void) { self.onFailure = onFailure }

  /// True if this thread runs code of a marble run.
  package static var isInRun: Bool { CMarbleCurrentDriver() != nil }

  package func runHasFailed() { onFailure() }
}
