import TestSupport
import Testing

@testable import MarbleEngine

#if os(Linux) && !LIKE_MACOS_15 && !LIKE_MACOS_26
/// Details of the runtime that are not as expected: a report says what is not observed.
@Suite(.serialized) struct RuntimeReaderTests {
  private static let notObserved = "Not observed on this system: "

  @Test func `on this system, every detail is as expected`() {
    #expect(note { _ in } == nil)
  }

  @Test func `an actor at another place is not observed`() {
    let expected = "\(Self.notObserved)actors shared with other runs or threads."
    #expect(note { $0.actor = { _ in nil } } == expected)
    #expect(
      note { $0.actor = { UnsafeMutableRawPointer(bitPattern: UInt($0.task) | 1) } } == expected
    )
  }

  @Test func `tasks whose end is not seen are not observed`() {
    let expected = "\(Self.notObserved)tasks that have not ended."
    #expect(note { $0.hasEnded = { _ in false } } == expected)
    #expect(note { $0.hasEnded = { _ in true } } == expected)
    #expect(note { $0.isUnreferenced = { _ in false } } == expected)
    #expect(note { $0.isUnreferenced = { _ in true } } == expected)
  }

  @Test func `tasks without a known status are not observed`() {
    let expected = "\(Self.notObserved)ended tasks that other code retains."
    #expect(note { $0.observe = { _, _ in nil } } == expected)
  }

  @Test func `callers without names are not observed`() {
    let expected = "\(Self.notObserved)the functions that start work."
    #expect(note { $0.callers = { .ofThread } } == expected)
    #expect(note { $0.callers = { .ofTask } } == expected)
  }

  @Test func `tasks that no interposed function creates are not observed`() {
    let expected = "\(Self.notObserved)tasks that start on an actor or immediately."
    #expect(note { $0.seesCreation = { false } } == expected)
  }

  @Test func `work that no interposed function starts is not observed`() {
    let expected = "\(Self.notObserved)work outside the run."
    #expect(note { $0.seesOutsideWork = { false } } == expected)
  }

  @Test func `a clock in real time is not controlled`() {
    let start = ContinuousClock.now
    let expected =
      "Not controlled by marble runs on this system: the current time of system clocks."
    #expect(note { $0.clock = { start } } == expected)
  }

  @Test func `a run reports no unfinished task where ends are not seen`() {
    let unknown = MarbleCoverage(
      hooks: [],
      covered: Set(MarbleCoverage.Mechanism.allCases),
      details: [.taskStatus, .callers]
    )
    #expect(leftovers(nil).count == 1)
    #expect(leftovers(unknown).isEmpty)
  }

  private func note(_ change: (inout RuntimeReader) -> Void) -> String? {
    // Two measurements would share the actor of the probe.
    _ = MarbleCoverage.measured
    var reader = RuntimeReader()
    change(&reader)
    return reader.measure().failureNote
  }

  /// The failures of a run whose task waits forever.
  private func leftovers(_ coverage: MarbleCoverage?) -> [RunFailure] {
    var settings = RunSettings(
      frame: .milliseconds(10),
      until: nil,
      limit: .seconds(1),
      watchdog: nil,
      isolation: .caller,
      callSite: CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
    )
    settings.coverage = coverage
    let run = Run(settings, SchedulingStrategy()) { _, _ in }
    let waiting = Lock<UnsafeContinuation<Void, Never>?>(nil)
    let wait: @Sendable () async -> Void = {
      await withUnsafeContinuation { continuation in waiting.withLock { $0 = continuation } }
    }
    run.perform {
      run.isChecked = true
      Task { await wait() }
      return true
    }
    waiting.withLock { $0.take() }?.resume()
    return run.issues.map(\.failure)
  }
}
#endif
