import CombineShim
import Foundation
import MarbleTesting
import TestSupport
import Testing

/// What a run may do outside virtual time.
@Suite(.needs(.sleep)) struct AllowanceTests {
  @Test func `allowed sleeps take virtual time`() {
    marbles(allowing: .taskSleep) { m in m.expect(ticks(3), "--a-b-(c|)") }
  }

  @Test(arguments: [Duration.zero, .milliseconds(5)])
  func `sleeps with a tolerance take virtual time, on each clock`(tolerance: Duration) {
    marbles(allowing: .taskSleep) { m in
      let stream = AsyncStream<String> { continuation in
        let task = Task {
          try await Task.sleep(for: .milliseconds(20), tolerance: tolerance)
          continuation.yield("a")
          try await ContinuousClock().sleep(for: .milliseconds(20), tolerance: tolerance)
          continuation.yield("b")
          let end = SuspendingClock.now.advanced(by: .milliseconds(10))
          try await Task.sleep(until: end, tolerance: tolerance, clock: .suspending)
          continuation.yield("c")
          let cancelled = Task { try await Task.sleep(for: .seconds(9), tolerance: tolerance) }
          cancelled.cancel()
          _ = await cancelled.result
          continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
      }
      m.expect(stream, "--a-b(c|)")
    }
  }

  @Test func `a sleep with a tolerance is forbidden by default`() {
    let failures = failures {
      marbles { m in
        m.expectCleanRun()
        Task { try await Task.sleep(for: .milliseconds(20), tolerance: .zero) }
      }
    }
    #expect(failures.map { $0.happened.contains("a task slept for 20ms") } == [true])
  }

  @Test func `sleeps are forbidden by default`() {
    let failures = failures { marbles { m in m.expect(ticks(3), "--a-b-(c|)") } }
    #expect(
      failures.map(\.happened) == [
        "Code of this run slept without an injected clock: a task slept for 20ms\(inTicks), "
          + "3 times from 0ms to 40ms, "
          + "caused by the body."
      ]
    )
  }

  @Test func `allowed sleeps are listed in a failing run`() {
    let failures = failures {
      marbles(allowing: .taskSleep) { m in m.expect(ticks(2), "--a--(b|)") }
    }
    let note =
      "Allowed in this run: a task slept for 20ms\(inTicks), 2 times from 0ms to 20ms, "
      + "caused by the body."
    #expect(failures.map { $0.text.hasSuffix("\n\n\(note)") } == [true])
  }

  @Test func `different sleeps are listed separately`() {
    let failures = failures {
      marbles { m in
        m.expectCleanRun()
        Task {
          for delay in [1, 2, 1] { try await Task.sleep(for: .milliseconds(delay)) }
        }
      }
    }
    let place = place(" in AllowanceTests.`different sleeps are listed separately`()")
    #expect(
      failures.map(\.happened) == [
        """
        Code of this run slept without an injected clock: a task slept for 1ms\(place), \
        2 times from 0ms to 3ms, caused by the body; 1 more:
          a task slept for 2ms\(place) at 1ms, caused by the body
        """
      ]
    )
  }

  @Test func `an endless loop of allowed sleeps reaches the time limit`() {
    let failures = failures {
      marbles(allowing: .taskSleep) { m in
        m.expectCleanRun()
        m.keep(Task { while true { try await Task.sleep(for: .seconds(60)) } })
      }
    }
    #expect(failures.count == 1)
    #expect(failures.first?.text.hasPrefix("The run reached its time limit of 3600s") == true)
  }

  @Test func `an allowed sleep that outlives the run is a leftover`() {
    let failures = failures {
      marbles(allowing: .taskSleep, until: .milliseconds(10)) { m in
        m.expectCleanRun()
        Task { try await Task.sleep(for: .seconds(1)) }
      }
    }
    #expect(failures.count == 1)
    #expect(failures.first?.text.contains("a Task.sleep, waiting until 1s since 0ms") == true)
  }

  @Test(.needs(.clocks)) func `system clocks follow virtual time`() {
    marbles(allowing: .taskSleep) { m in
      let lengths = PassthroughSubject<String, Never>(), box = Unchecked(lengths)
      m.expect(lengths, "--- 70ms 'second'")
      Task {
        let clock = ContinuousClock(), start = clock.now
        try await clock.sleep(for: .milliseconds(100))
        box.value.send(clock.now - start == .milliseconds(100) ? "second" : "inexact")
      }
    }
  }

  @Test func `the date is real`() {
    marbles(allowing: .taskSleep) { m in
      let start = Date.now.timeIntervalSince1970
      m.at(.seconds(3000)) { #expect(Date.now.timeIntervalSince1970 - start < 2000) }
    }
  }

  @Test(.needs(.outsideWork)) func `allowed work outside the run does not fail it`() {
    marbles(allowing: .outsideWork) { m in
      m.expect(m.hot("-a"), "-a")
      m.at(.milliseconds(10)) { onAnotherThread {} }
    }
  }

  @Test(.needs(.outsideWork)) func `a run with allowed work outside it suggests no diagram`() {
    let failures = failures {
      marbles(allowing: .outsideWork) { m in
        m.expect(m.hot("-a"), "-b")
        m.at(.milliseconds(10)) { onAnotherThread {} }
      }
    }
    #expect(failures.map { $0.text.contains("If this is right") } == [false])
  }

  @Test(.needs(.outsideWork)) func `a wake from allowed work fails the run`() {
    let failures = failures {
      marbles(allowing: [.taskSleep, .outsideWork]) { m in
        let gate = Gate()
        Task { await gate.wait() }
        m.at(.milliseconds(10)) { gate.open(onAnotherThread: true) }
      }
    }
    #expect(
      failures.map { $0.text.hasPrefix("Another thread used this run: it resumed a task, ") } == [
        true
      ]
    )
  }
}

private let inTicks = place(" in ticks(_:)")

/// The name of the function that sleeps, on a system where a run observes it.
private func place(_ name: String) -> String {
  MarbleCoverage.measured.covers(.outsideWork) ? name : ""
}

/// Names after 20 ms each, without an injected clock.
func ticks(_ count: Int) -> AsyncStream<String> {
  AsyncStream { continuation in
    Task {
      for name in "abcdefghij".prefix(count) {
        try await Task.sleep(for: .milliseconds(20))
        continuation.yield(String(name))
      }
      continuation.finish()
    }
  }
}
