import Synchronization

/// A wait of a layer on a clock of its caller, which is visible in the task that waits.
///
/// The stack of that task has only functions of the library, so it cannot name the caller.
package struct ClockWait: Sendable {
  /// The wait of the current task; `nil` outside a wait, and while waits are not observed.
  @TaskLocal package static var current: ClockWait?

  private static let areObserved = Atomic(false)

  /// The reason, such as `retry`.
  package let kind: String
  /// The object that waits; `nil` after its end, and for a wait of no object.
  package private(set) weak var owner: (any AnyObject & Sendable)?

  /// Makes the waits of the process visible from now on.
  package static func observe() { areObserved.store(true, ordering: .relaxed) }

  /// Returns a wait; `nil` while waits are not observed.
  package static func observed(
    _ kind: @autoclosure () -> String,
    of owner: @autoclosure () -> (any AnyObject & Sendable)? = nil
  ) -> Self? {
    areObserved.load(ordering: .relaxed) ? Self(kind: kind(), owner: owner()) : nil
  }
}

extension ClockWait? {
  /// Runs the code that waits.
  package func during<R>(_ body: () async throws -> R) async rethrows -> R {
    guard let self else { return try await body() }
    return try await ClockWait.$current.withValue(self, operation: body)
  }
}
