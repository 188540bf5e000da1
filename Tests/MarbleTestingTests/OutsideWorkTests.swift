import Foundation
import MarbleTesting
import Synchronization
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Work that leaves a run: each row of the table in the article "What virtual time covers".
@Suite(.needs(.outsideWork)) struct OutsideWorkTests {
  @Test func `work on a dispatch queue is reported with its place`() {
    expectReport(
      "DispatchQueue.async",
      DispatchQueue.global().async {}
    )
  }

  @Test func `a function of dispatch that shares its code has no name in the report`() {
    expectReport(
      "work on a dispatch queue",
      DispatchQueue.global().async(execute: DispatchWorkItem {})
    )
  }

  @Test func `work that a dispatch queue delays is reported`() {
    expectReport(
      "DispatchQueue.asyncAfter",
      DispatchQueue.main.asyncAfter(deadline: .now() + 60) {}
    )
  }

  @Test func `a notification of a dispatch group is reported`() {
    expectReport(
      "DispatchGroup.notify",
      DispatchGroup().notify(queue: .global()) {}
    )
  }

  @Test func `a barrier on a dispatch queue is reported`() {
    let queue = DispatchQueue(label: "", attributes: .concurrent)
    expectReport(
      "DispatchQueue.async",
      queue.async(flags: .barrier) {}
    )
  }

  @Test func `a timer of a dispatch queue is reported`() {
    expectReport(
      "DispatchSource.makeTimerSource",
      DispatchSource.makeTimerSource().activate()
    )
  }

  @Test func `reading a file with a dispatch queue is reported`() {
    expectReport(
      "DispatchIO.read",
      DispatchIO.read(fromFileDescriptor: 0, maxLength: 0, runningHandlerOn: .global()) { _, _ in }
    )
  }

  @Test(.notOptimized)
  func `work in an extension of a type of the standard library is reported`() {
    expectReport("DispatchQueue.async", [1].upload(), in: "Array.upload()")
    expectReport("DispatchQueue.async", ["a"].upload(), in: "Array.upload()")
    expectReport("DispatchQueue.async", "a".uploaded, in: "String.uploaded.getter")
    expectReport("DispatchQueue.async", Task<Void, Never>.upload(), in: "Task.upload()")
    expectReport("DispatchQueue.async", MarbleClock.upload(), in: "MarbleClock.upload()")
  }

  @Test(.notOptimized)
  func `a closure that the standard library calls is reported with its function`() {
    expectReport("DispatchQueue.async", [1].forEach { _ in DispatchQueue.global().async {} })
  }

  @Test(.notOptimized)
  func `the functions of dispatch in C are reported`() {
    guard let queue = globalQueue(0, 0), let group = newGroup() else {
      Issue.record("dispatch has no queue")
      return
    }
    expectReport("work on a dispatch queue", dispatchAsync(queue, nil) { _ in })
    expectReport("work on a dispatch queue", dispatchBarrierAsync(queue, nil) { _ in })
    expectReport("work on a dispatch queue", dispatchGroupAsync(group, queue, nil) { _ in })
    expectReport("work on a dispatch queue", dispatchGroupNotify(group, queue, nil) { _ in })
    expectReport("DispatchQueue.asyncAfter", dispatchAfter(.max, queue, nil) { _ in })
  }

  @Test func `work that is done in parallel and awaited in place is not outside the run`() {
    let sum = Mutex(0)
    marbles { m in
      m.expect(reading: { sum.withLock { $0 } }, "0-t", ["0": 0, "t": 45])
      m.at(.milliseconds(20)) {
        DispatchQueue.concurrentPerform(iterations: 10) { index in
          sum.withLock { $0 += index }
        }
      }
    }
  }

  @Test func `an operation queue is reported`() {
    expectReport(
      "OperationQueue.addOperation",
      OperationQueue().addOperation {}
    )
  }

  @Test func `a thread is reported`() {
    expectReport(
      "Thread.detachNewThread",
      Thread.detachNewThread {}
    )
  }

  @Test func `a timer of the run loop is reported`() {
    expectReport(
      "Timer.scheduledTimer",
      Timer.scheduledTimer(withTimeInterval: 60, repeats: false) { _ in }.invalidate()
    )
  }

  @Test func `a block on the run loop is reported`() {
    expectReport(
      "RunLoop.perform",
      RunLoop.current.perform {}
    )
  }

  @Test func `a request of the network with a callback is reported`() throws {
    let address = try #require(URL(string: "http://127.0.0.1:1"))
    expectReport(
      "URLSession.dataTask",
      URLSession.shared.dataTask(with: address) { _, _, _ in }.resume()
    )
  }

  @Test func `a request of the network that is awaited is reported with its place`() throws {
    let address = try #require(URL(string: "http://127.0.0.1:1"))
    expectReport(
      "URLSession.data",
      Task { _ = try await URLSession.shared.data(from: address) },
      isOnlyLine: true
    )
  }

  #if os(macOS) || os(Linux)
  @Test func `another process is reported`() {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/true")
    expectReport(
      "Process.run",
      try? process.run()
    )
    process.waitUntilExit()
  }
  #endif

  #if os(Linux)
  @Test func `a command of the shell is reported`() {
    expectReport("another process", popen("true", "r").map { pclose($0) })
    expectReport("another process", system("true"))
    expectReport("another process", spawned(), in: "spawned()")
  }

  @Test func `a thread of C is reported`() {
    expectReport("a thread", joinedThread(), in: "joinedThread()")
  }
  #endif

  @Test func `a task on a custom executor is reported`() {
    let executor = Passing()
    let failures = failures {
      marbles { m in
        m.at(.milliseconds(20)) { Task(executorPreference: executor) {} }
      }
    }
    let text = failures.first?.text ?? ""
    #expect(text.contains("a job on the executor Passing in OutsideWorkTests.`a task on a custom"))
    #expect(text.contains("DispatchQueue.async in Passing.enqueue(_:), at 20ms"))
  }

  @Test func `a part of a task on a custom executor is reported`() {
    let executor = Passing(), log = Log<String>()
    let failures = failures {
      marbles { m in
        m.expectCleanRun()
        m.keep(
          Task { await withTaskExecutorPreference(executor) { await PoolActor.shared.work(log) } }
        )
      }
    }
    #expect(failures.count == 1)
    let first = failures.first?.text.firstLine ?? ""
    #expect(first.contains(": a job on the executor Passing in OutsideWorkTests.`a part of a task"))
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test(.needsImmediateTasks) func `tasks on the main actor are not outside the run`() {
    marbles(on: MainActor.shared) { m in
      m.expectCleanRun()
      m.at(.milliseconds(20)) {
        Task.immediate(priority: .high) { @MainActor in }
        Task.immediate { @MainActor in }
        Task(priority: .low) { @MainActor in await PoolActor.shared.work() }
        Task { @PoolActor in }
      }
    }
  }

  @Test(arguments: [true, false])
  func `an actor with a custom executor is reported`(_ isAwaited: Bool) {
    let executor = OwnThread.shared, log = Log<String>()
    let failures = failures {
      marbles { m in
        m.expectCleanRun()
        if isAwaited {
          Task { await ThreadActor.shared.work() }
        } else {
          Task { @ThreadActor in work(log) }
        }
        // Time for the thread of the executor: the work does not return.
        m.at(.milliseconds(10)) { executor.wait() }
      }
    }
    #expect(failures.count == 1)
    let first = failures.first?.text.firstLine ?? ""
    #expect(first.contains("a job on the executor OwnThread in OutsideWorkTests.`an actor with"))
    #expect(first.hasSuffix("at 0ms, caused by the body."))
  }

  @Test func `a loop of work outside the run is counted`() {
    let failures = failures {
      marbles { m in
        m.at(.milliseconds(20)) { for _ in 0..<5000 { DispatchQueue.global().async {} } }
      }
    }
    #expect(
      failures.first?.text.firstLine.contains("(), 1000 times or more, first at 20ms") == true
    )
  }

  @Test(.notOptimized)
  func `many functions that start work outside the run are counted`() {
    let failures = failures {
      marbles { m in
        m.at(.milliseconds(20)) { startManyWays(6) }
      }
    }
    let text = failures.first?.text ?? ""
    // The first 32 call stacks are named.
    #expect(text.contains("work on a dispatch queue, 32 times, first at 20ms"), "\(text)")
  }

  @Test func `the runs of other threads are not affected`() {
    let failures = failures {
      marbles { m in m.at(.milliseconds(20)) { DispatchQueue.global().async {} } }
    }
    #expect(failures.count == 1)
    marbles { m in m.expect(m.hot("-a"), "-a") }
    DispatchQueue.global().async {}
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test of the names of functions where the optimizer changes them.
  static var notOptimized: Self {
    .enabled("the optimizer inlines functions and merges equal ones") {
      #if DEBUG
      true
      #else
      false
      #endif
    }
  }
}

/// Expects that a run is reported once, and first, for work that it starts in a step.
private func expectReport<Result>(
  _ call: String,
  _ start: @autoclosure @escaping () -> Result,
  in caller: String? = nil,
  isOnlyLine: Bool = false,
  function: String = #function
) {
  let line = #line + 3
  let failures = failures {
    marbles { m in
      m.at(.milliseconds(20)) { _ = start() }
    }
  }
  #expect(failures.count == 1)
  let first = failures.first?.text.firstLine ?? ""
  #expect(first.hasPrefix("Code of this run started work outside it: "))
  let test = "OutsideWorkTests.`\(function.dropLast(2))`()"
  #expect(first.contains(": \(call) in \(caller ?? test), "), "\(first)")
  #expect(first.contains("at 20ms, caused by OutsideWorkTests.swift:\(line)"))
  if isOnlyLine { #expect(first.hasSuffix("swift:\(line).")) }
}

/// Starts work once for each path of `depth` turns, so that each has its own call stack.
@inline(never)
private func startManyWays(_ depth: Int) {
  guard depth > 0 else { return DispatchQueue.global().async {} }
  startManyWays(depth - 1)
  startManyWays(depth - 1)
}

extension Array {
  fileprivate func upload() { DispatchQueue.global().async {} }
}

extension [String] {
  fileprivate func upload() { DispatchQueue.global().async {} }
}

extension String {
  fileprivate var uploaded: Void { DispatchQueue.global().async {} }
}

extension Task where Success == Void, Failure == Never {
  fileprivate static func upload() { DispatchQueue.global().async {} }
}

extension MarbleClock {
  fileprivate static func upload() { DispatchQueue.global().async {} }
}
