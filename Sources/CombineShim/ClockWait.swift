import Synchronization

/// A wait of a library on a clock of the caller, which tests in virtual time report by its name.
///
/// The stack of the waiting task has only functions of the library, so it cannot name the caller.
// NB: In this module, because the layers and MarbleTesting have no other in common.
package struct ClockWait: Sendable {
  /// The wait of the current task; `nil` outside a wait.
  @TaskLocal package static var current: ClockWait?

  /// The wait and its owner, read only for a report: `a retry of 'podcasts'`.
  package let text: @Sendable () -> String
  /// The code that passes the clock of a test: `LoadPolicy(clock: m.clock)`.
  package let setting: String

  private static let isEnabled = Atomic(false)

  /// Makes waits known to reports from now on.
  package static func enable() { isEnabled.store(true, ordering: .relaxed) }

  package init(_ setting: String, text: @escaping @Sendable () -> String) {
    self.text = text
    self.setting = setting
  }

  /// Returns a wait if a report may need it; `nil` in a process without tests in virtual time.
  package static func reported(_ wait: @autoclosure () -> ClockWait) -> ClockWait? {
    isEnabled.load(ordering: .relaxed) ? wait() : nil
  }
}

extension ClockWait? {
  /// Waits; a report of a sleep in the body has the text and the setting.
  package func reporting<R>(_ body: () async throws -> R) async rethrows -> R {
    guard let self else { return try await body() }
    return try await ClockWait.$current.withValue(self, operation: body)
  }
}
