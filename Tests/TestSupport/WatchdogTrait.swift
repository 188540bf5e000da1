import MarbleTesting
package import Testing

/// Reports a test that hangs, and ends the process.
///
/// For tests that wait for an event of the code under test only: without it they fail by hanging,
/// and no report names them. The time limit of Swift Testing cancels the task of a test, and a
/// continuation that is never resumed does not end by that.
package struct WatchdogTrait: TestTrait, SuiteTrait, TestScoping {
  fileprivate let limit: Duration

  package var isRecursive: Bool { true }

  @concurrent package func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    // The trait also applies to a suite, which takes as long as all of its tests.
    guard testCase != nil else { return try await function() }
    let place = test.sourceLocation
    let name = "\(test.displayName ?? test.name) (\(place.fileID):\(place.line))"
    try await WatchdogTrait.watch(name, limit, function)
  }

  /// Performs a function, and reports it when it takes longer than this in real time.
  package static func watch(
    _ name: String,
    _ limit: Duration,
    _ function: () async throws -> Void
  ) async rethrows {
    let watch = Watchdog.shared.start(limit) { length in
      """
      The test hangs: \(name) has been running for \(length) of real time.

      It waits for something that the code under test does not do any more, such as the end of a \
      load or the release of an object; or it spins until then.

      Look for what it awaits last. The process ends here, because nothing can end what hangs.
      """
    }
    defer { watch.stop() }
    try await function()
  }
}

extension Trait where Self == WatchdogTrait {
  /// Reports a test that takes longer than five minutes of real time: far more than a busy machine
  /// needs.
  package static var watchdog: Self { watchdog(.seconds(300)) }

  /// Reports a test that takes longer than this in real time.
  package static func watchdog(_ limit: Duration) -> Self { WatchdogTrait(limit: limit) }
}
