import CombineShim
import MarbleTesting
import TestSupport
import Testing

/// Events from outside of a run: other threads, actors that others use, earlier tasks.
@Suite(.serialized) struct OffThreadUseTests {
  @Test func `an input that is subscribed to on another thread is reported`() {
    let failures = failures {
      marbles(allowing: .outsideWork) { m in
        let load = Unchecked(m.cold("-a|")), words = Unchecked(m.hot("-a|"))
        m.at(.milliseconds(10)) {
          onAnotherThread {
            load.value.sink { _ in }.cancel()
            words.value.sink { _ in }.cancel()
          }
        }
      }
    }
    #expect(
      failures.map(\.happened) == [
        "Another thread used this run: it used the input cold at 10ms; 1 more:\n"
          + "  it used the input hot at 10ms"
      ]
    )
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test(.needsImmediateTasks) func `a sleep on another thread is reported`() {
    let failures = failures {
      marbles(allowing: .outsideWork) { m in
        let clock = m.clock
        m.at(.milliseconds(10)) {
          onAnotherThread {
            Task.immediate { try? await clock.sleep(for: .milliseconds(10)) }
          }
        }
      }
    }
    let first = failures.first?.text.firstLine
    #expect(first == "Another thread used this run: it used m.clock at 10ms.")
  }

  @Test(.needs(.actorSharing)) func `a task of an actor that another thread wakes is reported`() {
    let hasEnded = Witness()
    let failures = failures {
      marbles(allowing: .outsideWork) { m in
        let model = m.keep(Worker())
        model.begin(hasEnded)
        m.at(.milliseconds(10)) { model.gate.open(onAnotherThread: true) }
      }
    }
    #expect(hasEnded.hasSeen)
    let text = "Another thread used this run: it resumed a task, started at 0ms"
    #expect(failures.map { $0.text.hasPrefix(text) } == [true])
  }

  @Test(.needs(.actorSharing))
  func `work that another thread enqueues on an actor of the run is reported`() {
    let failures = failures {
      marbles(allowing: .outsideWork) { m in
        Task { @Own in }
        m.at(.milliseconds(10)) { onAnotherThread { Task { @Own in } } }
      }
    }
    #expect(
      failures.map(\.happened) == [
        "Another thread used this run: it resumed an actor, at 10ms."
      ]
    )
  }

  @Test(.needs(.taskCreation)) func `a task that starts on an actor and never ends is a leftover`()
  {
    let line = #line + 3
    let failures = failures {
      marbles { m in
        m.at(.milliseconds(10)) { Task { @Shared in await Gate().wait() } }
      }
    }
    let text =
      "a task that has not ended, started at 10ms, caused by OffThreadUseTests.swift:\(line)"
    #expect(failures.flatMap(\.items) == [text])
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test(.needs(.taskCreation))
  func `a task that starts synchronously and never ends is a leftover`() {
    let failures = failures { marbles { _ in Task.immediate { await Gate().wait() } } }
    #expect(
      failures.flatMap(\.items) == ["a task that has not ended, started at 0ms, caused by the body"]
    )
  }

  @Test func `the end of a task on a custom executor is not checked`() {
    marbles(allowing: .outsideWork) { m in
      m.expectCleanRun()
      Task(executorPreference: AtOnce()) { await Gate().wait() }
    }
  }

  @Test(.needs(.actorSharing)) func `an actor of two concurrent runs is reported`() {
    let failures = failures {
      marbles(allowing: .outsideWork) { m in
        Task { @Shared in }
        // Another run in the middle of the first, on a separate thread.
        m.at(.milliseconds(10)) { reportingOnAnotherThread { Task { @Shared in } } }
      }
    }
    #expect(
      failures.map(\.text.firstLine) == ["An actor of this test is in use by another test's run."]
    )
  }

  @Test func `an actor that successive runs use is not reported`() async {
    let worker = Worker()
    for _ in 0..<2 {
      marbles { m in
        let ran = Witness()
        Task { await worker.work(ran) }
        m.expect(reading: { ran.hasSeen }, "t", ["t": true])
      }
    }
    await worker.work(Witness())
  }

  @Test func `a test on a custom actor fails because its tasks cannot run`() async {
    let failures = await Shared.failuresOfARun()
    #expect(
      failures.map(\.text.firstLine) == ["The test runs on an actor that is not the main actor."]
    )
  }

  @Test(.needs(.taskCreation)) func `a task from before the run is not its leftover`()
    async
  {
    let (numbers, input) = AsyncStream.makeStream(of: Int.self)
    let (beginning, begin) = AsyncStream.makeStream(of: Never.self)
    let outside = Task {
      begin.finish()
      for await _ in numbers {}
    }
    for await _ in beginning {}
    marbles { m in m.at(.milliseconds(10)) { input.yield(1) } }
    input.finish()
    await outside.value
  }
}

@globalActor private actor Own {
  static let shared = Own()
}

@globalActor private actor Shared {
  static let shared = Shared()

  @Shared static func failuresOfARun() -> [Failure] {
    failures { marbles { _ in Issue.record("it ran") } }
  }
}

/// An actor whose tasks start on it.
private actor Worker {
  nonisolated let gate = Gate()

  nonisolated func begin(_ hasEnded: Witness) {
    Task { await start(hasEnded) }
  }

  private func start(_ hasEnded: Witness) {
    Task {
      await gate.wait()
      work(hasEnded)
    }
  }

  func work(_ witness: Witness) { witness.see() }
}

/// Runs a job in the call that enqueues it.
private final class AtOnce: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
  }
}
