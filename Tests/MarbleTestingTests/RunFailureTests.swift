import CombineShim
import Foundation
import MarbleTesting
import Synchronization
import TestSupport
import Testing

@Suite struct RunFailureTests {
  @Test func `a wake from another thread is reported`() {
    let line: UInt = #line + 2
    let failures = failures {
      marbles(allowing: .outsideWork) { m in
        let gate = Gate()
        Task { await gate.wait() }
        m.at(.milliseconds(10)) { onAnotherThread { gate.open() } }
      }
    }
    #expect(
      failures.first?.happened
        == "Another thread used this run: it resumed a task, started at 0ms, caused by the body, "
        + "at 10ms."
    )
    #expect(failures.map(\.line) == [line])
  }

  @Test func `equal wakes from another thread are counted`() {
    let failures = failures {
      marbles(allowing: .outsideWork) { m in
        let gates = [Gate(), Gate(), Gate()]
        for gate in gates { Task { await gate.wait() } }
        m.at(.milliseconds(10)) { onAnotherThread { for gate in gates { gate.open() } } }
      }
    }
    #expect(
      failures.map(\.happened) == [
        "Another thread used this run: it resumed a task, started at 0ms, caused by the body, "
          + "3 times, first at 10ms."
      ]
    )
  }

  @Test(.needs(.sleep)) func `Task.sleep is reported and the run does not wait for it`() {
    let woke = Witness()
    let failures = failures {
      marbles { m in
        Task {
          try await Task.sleep(for: .seconds(1800))
          woke.see()
        }
      }
    }
    #expect(woke.hasSeen)
    #expect(failures.map { $0.text.contains(": a task slept for 1800s") } == [true])
  }

  @Test(.needs(.sleep)) func `a loop on the wall clock is reported once`() {
    let failures = failures {
      marbles { _ in
        Task { while true { try await Task.sleep(for: .seconds(1800)) } }
      }
    }
    #expect(failures.map { $0.text.contains("Inject the clock") } == [true])
  }

  @Test func `events from another thread are not recorded`() {
    let failures = failures {
      marbles(allowing: .outsideWork) { m in
        let subject = PassthroughSubject<String, Never>()
        let box = Unchecked(subject)
        m.expect(subject, "")
        m.at(.milliseconds(10)) { onAnotherThread { box.value.send("a") } }
      }
    }
    let text = failures.first?.withoutLocation.firstLine
    #expect(text == "subject: 1 event arrived on another thread or in another run")
  }

  @Test func `a leftover is reported with its start`() {
    let line = #line
    let failures = failures {
      marbles { m in
        let clock = m.clock
        let query = m.hot("-a-b")
        let load = m.cold("-----x")
        m.at(.milliseconds(20)) {
          let elements = query.elements
          Task { for await _ in elements {} }
          Task { try await load() }
          Task { try await clock.sleep(for: .seconds(7200)) }
        }
        m.expect(Endless(), "")
      }
    }
    #expect(failures.count == 2)
    let limit = "The run reached its time limit of 3600s"
    #expect(failures.first?.text.firstLine.hasPrefix(limit) == true)
    #expect(
      failures.flatMap(\.items) == [
        "a sleeper on m.clock, waiting until 7200.02s since 20ms, caused by RunFailureTests.swift:\(line + 6)",
        "a subscription to query (RunFailureTests.swift:\(line + 4)), started at 20ms",
        "the expectation at RunFailureTests.swift:\(line + 12): its sequence did not end when cancelled",
      ]
    )
  }

  @Test func `tasks cancelled by the release of the body's objects are no leftovers`() {
    let failures = failures {
      marbles { m in
        let query = m.hot("-a-b")
        let load = m.cold("-----x")
        m.keep(query.sink { _ in })
        m.keep(load.sink { _ in })
        let model = m.keep(Poller(m.clock))
        m.at(.milliseconds(95)) { model.stop() }
        m.expect(model.ticks, "--0-1-2-3-")
      }
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test func `time stops at the given duration`() {
    let failures = failures {
      marbles(until: .milliseconds(50)) { m in
        let model = m.keep(Poller(m.clock))
        m.expect(model.ticks, "--0-1-")
      }
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test func `a loop on the clock ends at the time limit`() {
    let failures = failures {
      marbles(limit: .seconds(60)) { m in
        let model = m.keep(Poller(m.clock))
        m.keep(model.ticks.sink { _ in })
      }
    }
    #expect(
      failures.map(\.text.firstLine) == [
        "The run reached its time limit of 60s with work still scheduled: a sleeper on m.clock, "
          + "waiting until 60.02s since 60s, caused by the body."
      ]
    )
  }

  // In a separate process, because the loops continue when their runs have ended.
  #if os(macOS) || os(Linux)
  @Test(.needs(.yield)) func `loops that never suspend end at the limit of jobs`() async {
    await #expect(processExitsWith: .success) {
      let yielding = failures { marbles { _ in Task { while true { await Task.yield() } } } }
      let sleeping = failures {
        marbles { m in
          let clock = m.clock
          Task { while true { try? await clock.sleep(for: .zero) } }
        }
      }
      let text =
        "The frame at 0ms never settles: more than 100000 jobs ran in it, caused by the body; "
      #expect(yielding.map { $0.text.hasPrefix(text) } == [true])
      #expect(sleeping.first?.text.hasPrefix(text) == true)
    }
  }
  #endif

  @Test func `an operator that subscribes endlessly reaches the limit, too`() {
    let failures = failures {
      marbles { m in
        let load = m.cold("#", failure: Offline())
        m.expect(load.retry(100_000_000), "")
      }
    }
    #expect(
      failures.map(\.text.firstLine) == [
        "The frame at 0ms never settles: more than 100000 jobs ran in it, caused by the body; the last to "
          + "run was a cold input, scheduled at 0ms, caused by the body."
      ]
    )
  }

  @Test func `an endless frame is reported with its step and the last job`() {
    let line = #line
    let failures = failures {
      marbles { m in
        let load = m.cold("#", failure: Offline())
        m.at(.milliseconds(20)) {
          m.keep(load.retry(100_000_000).sink(receiveCompletion: { _ in }, receiveValue: { _ in }))
        }
      }
    }
    #expect(
      failures.map(\.happened) == [
        """
        The frame at 20ms never settles: more than 100000 jobs ran in it, caused by \
        RunFailureTests.swift:\(line + 4); the last to run was a cold input, scheduled at 20ms, \
        caused by RunFailureTests.swift:\(line + 4).
        """
      ]
    )
  }

  @Test func `a run with too many jobs is reported with its time and the last job`() {
    // Otherwise the loop occupies a thread of the pool until the last test has ended.
    let hasEnded = Witness()
    let line = #line
    let failures = failures {
      marbles(limit: .seconds(1_000_000)) { m in
        let clock = m.clock
        m.at(.milliseconds(20)) {
          Task { while !hasEnded.hasSeen { try? await clock.sleep(for: .milliseconds(1)) } }
        }
      }
    }
    hasEnded.see()
    let cause = "caused by RunFailureTests.swift:\(line + 4)"
    let text = failures.first?.happened ?? ""
    #expect(text.hasPrefix("The run never settles: 1000"))
    #expect(text.contains("s, \(cause); the last to run was "))
    #expect(text.hasSuffix("\(cause)."), "\(text)")
  }

  @Test func `registering after the start of time is reported`() {
    let failures = failures {
      marbles { m in
        m.at(.zero) {
          m.at(.zero) {}
          m.expect(Just(1), "(1|)")
          _ = m.hot("a")
        }
      }
    }
    #expect(
      failures.map(\.text.firstLine) == [
        "m.at was called after time had started.",
        "m.expect was called after time had started.",
        "m.hot was called after time had started.",
      ]
    )
  }

  #if os(macOS) || os(Linux)
  @Test func `another library's hook is reported and nothing runs`() async {
    await #expect(processExitsWith: .success) {
      let symbol = try #require(dlsym(dlopen(nil, RTLD_NOW), "swift_task_enqueueGlobal_hook"))
      let hook = symbol.assumingMemoryBound(to: UnsafeRawPointer?.self)
      marbles { m in
        m.expectCleanRun()
      }
      let ours = hook.pointee
      hook.pointee = UnsafeRawPointer(symbol)
      let failures = failures { marbles { _ in Issue.record("it ran") } }
      hook.pointee = ours
      #expect(
        failures.map(\.text.firstLine) == [
          "The hook `swift_task_enqueueGlobal_hook` of the Swift runtime is not the one that MarbleTesting set."
        ]
      )
    }
  }
  #endif

  @Test func `a frame of zero length is reported`() {
    let failures = failures { marbles(frame: .zero) { _ in Issue.record("it ran") } }
    #expect(failures.map(\.text.firstLine) == ["A frame of 0ms is not longer than zero."])
  }

  @Test func `an error of the body is rethrown`() {
    #expect(throws: Offline.self) { try marbles { _ in throw Offline() } }
    #expect(throws: Offline.self) { try marbles(on: MainActor.shared) { _ in throw Offline() } }
  }
}

extension String {
  var firstLine: String {
    String(prefix { $0 != "\n" })
  }
}

private struct Endless: AsyncSequence, AsyncIteratorProtocol {
  func next() async -> String? {
    await withUnsafeContinuation { (_: UnsafeContinuation<String?, Never>) in }
  }
  func makeAsyncIterator() -> Endless { self }
}

/// Ticks every 20 ms until it is stopped or released.
private final class Poller {
  let ticks = CurrentValueRecorder()
  private let task: Task<Void, Never>

  init(_ clock: MarbleClock) {
    let ticks = ticks
    task = Task {
      for number in 0... {
        do { try await clock.sleep(for: .milliseconds(20)) } catch { return }
        ticks.subject.value.send(number)
      }
    }
  }

  func stop() { task.cancel() }
  deinit { task.cancel() }
}

private final class CurrentValueRecorder: Publisher, Sendable {
  typealias Output = Int
  typealias Failure = Never
  let subject = Unchecked(PassthroughSubject<Int, Never>())

  func receive(subscriber: some Subscriber<Int, Never>) {
    subject.value.receive(subscriber: subscriber)
  }
}
