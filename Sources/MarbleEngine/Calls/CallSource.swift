import CMarbleHooks

/// The functions that led to a call, whose names are read only for a report.
package struct CallSource: Hashable, Sendable {
  private let stack: CallStack

  /// The callers of the current function.
  package static var current: CallSource { CallSource(stack: .current) }

  /// True if this thread runs code of a marble run.
  package static var isInRun: Bool { CMarbleCurrentDriver() != nil }

  /// The innermost function that belongs to none of these modules, MarbleTesting and the system:
  /// `FeedModel.reload()`.
  ///
  /// It is `nil` if the name is unknown, as on all systems but Linux. Reading takes milliseconds.
  package func caller(skipping modules: Set<String>) -> String? {
    CallPlace(of: stack, skipping: modules).caller
  }
}
