import Dispatch
import MarbleTesting
import Synchronization
import TestSupport
import Testing

/// Code that blocks the thread of a run is reported, and ends the process: here a separate one.
///
/// A report of such a process is a failure of the test as well, and a known one.
@Suite struct WatchdogTests {
  #if os(macOS) || os(Linux)
  @Test(.hangs) func `a step that waits for a task with a semaphore is reported`() async throws {
    // The body of an exit test has the line of its macro.
    let line = #line + 1
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      marbles(watchdog: .milliseconds(200)) { m in
        m.expectCleanRun()
        m.at(.milliseconds(20)) {
          let done = DispatchSemaphore(value: 0)
          Task { done.signal() }
          done.wait()
        }
      }
    }
    let step = "an input, scheduled at 0ms, caused by WatchdogTests.swift:\(line)"
    try expect(result, names: step, at: "20ms")
  }

  @Test(.hangs) func `a task that spins for a flag of another task is reported`() async throws {
    // The body of an exit test has the line of its macro.
    let line = #line + 1
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      marbles(watchdog: .milliseconds(200)) { m in
        m.expectCleanRun()
        m.at(.milliseconds(10)) { Task { spin() } }
      }
    }
    let task = "a task, started at 10ms, caused by WatchdogTests.swift:\(line)"
    try expect(result, names: task, at: "10ms")
  }

  @Test(.hangs) func `a body that waits for a task is reported`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      marbles(watchdog: .milliseconds(200)) { _ in spin() }
    }
    try expect(result, names: "the body", at: "0ms")
  }
  #endif

  @Test func `a slow job passes without a watchdog`() {
    marbles(allowing: .outsideWork, watchdog: nil) { m in
      m.expectCleanRun()
      m.at(.milliseconds(10)) { onAnotherThread {} }
    }
  }

  #if os(macOS) || os(Linux)
  @Test func `many short jobs are no hang, at any total time`() async {
    await #expect(processExitsWith: .success) {
      marbles(watchdog: .milliseconds(600)) { m in
        m.expectCleanRun()
        for step in 1...100 { m.at(.milliseconds(step)) { busyWait(milliseconds: 10) } }
      }
    }
  }
  #endif

  @Test(arguments: [0, -1]) func `a watchdog of zero is reported`(_ seconds: Int) {
    let failures = failures {
      marbles(watchdog: .seconds(seconds)) { _ in Issue.record("it ran") }
    }
    #expect(
      failures.map(\.text.firstLine) == [
        "A watchdog cannot wait for \(seconds == 0 ? "0ms" : "-1s")."
      ]
    )
  }

  private func expect(
    _ result: ExitTest.Result?,
    names activity: String,
    at time: String
  ) throws {
    let output = try String(decoding: #require(result).standardErrorContent, as: UTF8.self)
    let text = "The run hangs at \(time): one call has been running for "
    #expect(output.contains("WatchdogTests.swift:"))
    #expect(output.contains("error: \(text)"), "\(output)")
    #expect(output.contains("of real time: \(activity).\n"), "\(output)")
    #expect(output.contains("The process exits now"))
  }
}

extension Trait where Self == ReportOfAHang {
  /// The process of the test reports a hang, as expected.
  fileprivate static var hangs: Self { Self() }
}

private struct ReportOfAHang: TestTrait, TestScoping {
  @concurrent func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withKnownIssue {
      try await function()
    } matching: { issue in
      issue.comments.contains { $0.rawValue.hasPrefix("The run hangs at ") }
    }
  }
}

private func spin() {
  let flag = Mutex(false)
  withExtendedLifetime(flag) { while !flag.withLock({ $0 }) {} }
}

private func busyWait(milliseconds: Int) {
  let end = DispatchTime.now() + .milliseconds(milliseconds)
  while DispatchTime.now() < end {}
}
