import Foundation
import MarbleTesting
import TestSupport
import Testing
import XCTest

/// The code and the tables of the article on what virtual time covers.
@Suite(.needs(.sleep)) struct WhatVirtualTimeCoversTests {
  @Test func `a call allows sleeps`() {
    marbles(allowing: .taskSleep) { m in
      m.expect(countdown(from: 3), "--3-2-(1|)")
    }
  }

  @Test func `the article has the code of these tests`() throws {
    #expect(
      try ArticleCode("WhatVirtualTimeCovers", of: "MarbleTesting").lines(missingIn: #filePath)
        == []
    )
  }

  @Test func `each row of the tables has a test`() throws {
    let article = try Self.text(
      "Sources/MarbleTesting/Documentation.docc/Articles/WhatVirtualTimeCovers.md"
    )
    let rows = article.split(separator: "\n").filter { $0.hasPrefix("| ") }
      .map { $0.split(separator: "|")[0].trimmingCharacters(in: .whitespaces) }
      .filter { $0 != "mechanism" }
    #expect(rows == tests.map(\.row))
    let files = [
      "VirtualTimeTests", "SleepPlaceTests", "OutsideWorkTests", "OffThreadUseTests",
      "AllowanceTests",
      "WatchdogTests",
      "RunFailureTests", "MarblesTests", "WallClockTests", "SchedulerTests",
    ]
    let code = try files.map { try Self.text("Tests/MarbleTestingTests/\($0).swift") }.joined()
    for test in tests.flatMap(\.tests) { #expect(code.contains("func `\(test)`("), "\(test)") }
  }

  private static func text(_ path: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}

@Suite(.needs(.sleep)) struct `The suite of the article on what virtual time covers` {
  @Suite(.marbles(allowing: .taskSleep)) struct CountdownTests {
    @Test func `it counts to one`() {
      marbles { m in m.expect(countdown(from: 3), "--3-2-(1|)") }
    }
  }
}

final class CountdownCase: XCTestCase {
  override func invokeTest() {
    MarbleDefaults(allowing: .taskSleep).apply { super.invokeTest() }
  }
}

/// The numbers from a start to one, each after 20 ms.
private func countdown(from start: Int) -> AsyncStream<Int> {
  AsyncStream { continuation in
    Task {
      for number in stride(from: start, to: 0, by: -1) {
        try await Task.sleep(for: .milliseconds(20))
        continuation.yield(number)
      }
      continuation.finish()
    }
  }
}

/// The tests of each row of the tables.
private let tests: [(row: String, tests: [String])] = [
  ("`Task { }` and `Task.detached { }`", ["tasks and detached tasks run in virtual time"]),
  (
    "task groups and `async let`",
    [
      "child tasks of groups run in virtual time", "ten thousand child tasks run in virtual time",
      "async let runs in virtual time",
    ]
  ),
  ("`Task.immediate { }`", ["an immediate task starts in the call"]),
  ("task-local values", ["task-local values are inherited"]),
  ("task priorities", ["priorities have no effect"]),
  (
    "continuations, `AsyncStream`, channels",
    ["channels and buffers of streams run in virtual time"]
  ),
  ("`Task.yield()`", ["yields stay in their frame"]),
  ("actors and global actors", ["actors and global actors run in virtual time"]),
  ("the main actor", ["actors and global actors run in virtual time"]),
  ("`@Observable`, `Observations`", ["observations of a model run in virtual time"]),
  (
    "`m.clock`, `m.scheduler`",
    ["the clock is exact", "repeated work continues until it is cancelled"]
  ),
  (
    "`Task.sleep`, and the sleeps of `ContinuousClock` and `SuspendingClock`",
    [
      "allowed sleeps take virtual time", "sleeps are forbidden by default",
      "allowed sleeps are listed in a failing run",
      "sleeps with a tolerance take virtual time, on each clock",
      "a sleep with a tolerance is forbidden by default",
      "a sleep in a method of a model is reported with the method",
    ]
  ),
  ("`ContinuousClock.now`, `SuspendingClock.now`", ["system clocks follow virtual time"]),
  (
    "`DispatchQueue.async`, `asyncAfter`, groups, barriers, sources, `DispatchIO`, and their forms in C",
    [
      "work on a dispatch queue is reported with its place",
      "work that a dispatch queue delays is reported",
      "a notification of a dispatch group is reported", "a barrier on a dispatch queue is reported",
      "a timer of a dispatch queue is reported", "reading a file with a dispatch queue is reported",
      "the functions of dispatch in C are reported",
    ]
  ),
  ("`OperationQueue`", ["an operation queue is reported"]),
  (
    "`DispatchQueue.concurrentPerform`",
    ["work that is done in parallel and awaited in place is not outside the run"]
  ),
  (
    "`Thread`, `pthread_create`, `thrd_create`",
    ["a thread is reported", "a thread of C is reported"]
  ),
  (
    "`Timer`, `RunLoop.perform`",
    ["a timer of the run loop is reported", "a block on the run loop is reported"]
  ),
  (
    "`URLSession`, with a callback or `await`",
    [
      "a request of the network with a callback is reported",
      "a request of the network that is awaited is reported with its place",
    ]
  ),
  (
    "`Process`, `posix_spawn`, `popen`, `system`",
    ["another process is reported", "a command of the shell is reported"]
  ),
  ("actors with a custom executor", ["an actor with a custom executor is reported"]),
  (
    "task executor preferences",
    [
      "a task on a custom executor is reported",
      "a part of a task on a custom executor is reported",
    ]
  ),
  (
    "a value, a wake or a use of an input from another thread",
    [
      "events from another thread are not recorded", "a wake from another thread is reported",
      "an input that is subscribed to on another thread is reported",
    ]
  ),
  ("an actor that two runs share", ["an actor of two concurrent runs is reported"]),
  (
    "files, and other calls that block for a short time",
    ["files are read in place, and no virtual time passes"]
  ),
  ("`Date()`, `DispatchTime.now()`, `clock_gettime`", ["the date is real"]),
  (
    "a semaphore, a lock or a spin loop that waits for the run",
    ["a body that waits for a task is reported"]
  ),
]
