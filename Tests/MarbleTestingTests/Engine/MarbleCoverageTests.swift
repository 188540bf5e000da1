import Foundation
import TestSupport
import Testing

@testable import MarbleEngine
@testable import MarbleTesting

/// The mechanisms that marble runs control on this system.
///
/// The first test is the probe for a bug report.
@Suite struct MarbleCoverageTests {
  @Test func `the probe prints its table, and runs control every mechanism that it lists`() {
    let coverage = MarbleCoverage.measured
    print(coverage)
    #expect(coverage.covers(.task))
    #if LIKE_MACOS_15
    #expect(
      coverage.missing == [
        .mainActorAssumption, .clocks, .taskCreation, .actorSharing, .outsideWork,
      ]
    )
    #expect(coverage.hooks.map(\.exists) == [true, true, false])
    #elseif LIKE_MACOS_26
    #expect(
      coverage.missing == [.yield, .sleep, .clocks, .taskCreation, .actorSharing, .outsideWork]
    )
    #expect(coverage.hooks.map(\.exists) == [true, true, true])
    #elseif os(Linux)
    #expect(coverage.missing == [])
    #expect(coverage.hooks.map(\.exists) == [true, true, true])
    #endif
  }

  #if os(macOS) || os(Linux)
  /// In a separate process, because the coverage is measured once.
  @Test(arguments: 1...3) func `threads that measure at once agree`(_ attempt: Int) async {
    await #expect(processExitsWith: .success) {
      DispatchQueue.concurrentPerform(iterations: 8) { _ in
        precondition(MarbleCoverage.measured.covers(.actor))
      }
    }
  }
  #endif

  @Test func `the table has a line for each hook and each mechanism`() {
    let coverage = MarbleCoverage(
      hooks: [.init(name: "enqueueGlobal", exists: true), .init(name: "getMain", exists: false)],
      covered: [.task, .detachedTask, .actor, .yield, .clocks, .actorSharing],
      details: [.taskEnds, .taskStatus]
    )
    #expect(
      coverage.description == """
        enqueueGlobal                                exists
        getMain                                      missing
        Task { }                                     covered
        Task.detached { }                            covered
        calls to actors                              covered
        calls to the main actor                      not covered
        MainActor.assumeIsolated off the main actor  not covered
        Task.yield()                                 covered
        Task.sleep                                   not covered
        the current time of system clocks            covered
        tasks that start on an actor or immediately  not covered
        actors shared with other runs or threads     covered
        the report of work outside the run           not covered
        tasks that have not ended                    observed
        ended tasks that other code retains          observed
        the functions that start work                not observed
        """
    )
    #expect(
      coverage.warning == """
        note: on this system, marble runs do not control calls to the main actor, MainActor.assumeIsolated off \
        the main actor, Task.sleep, tasks that start on an actor or immediately, the report of work outside the run, \
        and do not observe the functions that start work; see "Systems" in the article "Running in virtual time".
        """
    )
    #expect(
      coverage.failureNote
        == "Not controlled by marble runs on this system: calls to the main actor, Task.sleep. Not observed on "
        + "this system: tasks that start on an actor or immediately, work outside the run, the functions that "
        + "start work."
    )
  }

  @Test func `nothing is printed on a fully covered system`() {
    let coverage = MarbleCoverage(hooks: [], covered: Set(MarbleCoverage.Mechanism.allCases))
    #expect(coverage.warning == nil)
    #expect(coverage.failureNote == nil)
  }

  #if os(macOS) || os(Linux)
  @Test func `the first run of a process prints uncontrolled mechanisms, once`() async throws {
    let result = try #require(
      await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        for _ in 0..<2 { marbles { m in m.expectCleanRun() } }
      }
    )
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("note: on this system") }
    #expect(lines.map(String.init) == [MarbleCoverage.measured.warning].compactMap(\.self))
  }

  @Test func `a measurement while another library owns the hook is repeated`() async {
    await #expect(processExitsWith: .success) {
      typealias Hook = @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> Void
      try #require(Hooks.areInPlace())
      let symbol = try #require(dlsym(dlopen(nil, RTLD_NOW), "swift_task_enqueueGlobal_hook"))
      let hook = symbol.assumingMemoryBound(to: Hook?.self)
      let ours = hook.pointee
      hook.pointee = { job, _ in
        let job = unsafeBitCast(job, to: UnownedJob.self)
        Thread.detachNewThread {
          let anyThread = unsafeBitCast((UInt(0), UInt(0)), to: UnownedSerialExecutor.self)
          job.runSynchronously(on: anyThread)
        }
      }
      #expect(!MarbleCoverage.measured.covers(.task))
      hook.pointee = ours
      #expect(MarbleCoverage.measured.covers(.task))
    }
  }
  #endif

  @Test(arguments: [MarbleCoverage.Mechanism.task, .detachedTask, .actor, .mainActor])
  func `a run that needs an uncontrolled mechanism reports it, and performs nothing`(
    _ missing: MarbleCoverage.Mechanism
  ) {
    let covered = Set(MarbleCoverage.Mechanism.allCases).subtracting([missing])
    var settings = RunSettings(
      frame: .milliseconds(10),
      until: nil,
      limit: .seconds(1),
      watchdog: nil,
      isolation: .mainActor,
      callSite: CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
    )
    settings.coverage = MarbleCoverage(hooks: [], covered: covered)
    let failures = failures {
      Runner(settings, RunPlan(exploring: 2, replaying: nil)).run { _ in Issue.record("it ran") }
    }
    #expect(
      failures.map(\.happened) == [
        "Marble runs do not control \(missing.text) on this system; the run was not executed."
      ]
    )
  }

  @Test(.enabled("runs control yields here") { !MarbleCoverage.measured.covers(.yield) })
  func `a task that yields, and so escapes its run, fails the test`() {
    let failures = failures {
      marbles { m in
        m.expectCleanRun()
        Task { for _ in 0..<10_000 { await Task.yield() } }
      }
    }
    // It returns before the end of the run, or too late.
    let texts = [
      "Another thread used this run: it resumed a task, ",
      "Still alive after the end of the run: a task that has not ended",
    ]
    #expect(failures.map { failure in texts.contains { failure.text.hasPrefix($0) } } == [true])
    #expect(failures.first?.text.contains("started at 0ms") == true)
  }
}
