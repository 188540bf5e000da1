import MarbleTesting
import TestSupport
import Testing

/// `Task.sleep` and the runtime's clocks in a run: they are in virtual time, and the sleeps are
/// reported.
@Suite(.needs(.sleep)) struct WallClockTests {
  @Test(.needs(.clocks), arguments: [1_234_567, 999, 1_500_000, 60_000_000_001])
  func `a sleep ends after exactly its duration`(_ nanoseconds: Int) {
    let duration = Duration.nanoseconds(nanoseconds)
    let woke = Log<Duration>()
    let failures = failures {
      marbles { m in
        let clock = m.clock
        m.at(.milliseconds(10)) {
          Task {
            try await Task.sleep(for: duration)
            woke.note(clock.now.offset)
            try await Task.sleep(for: duration)
            woke.note(clock.now.offset)
          }
        }
      }
    }
    let start = Duration.milliseconds(10)
    #expect(woke.entries == [start + duration, start + duration * 2])
    #expect(failures.count == 1)
    let name = duration == .nanoseconds(1_234_567) ? "1.234567ms" : ""
    #expect(failures.first?.text.contains("a task slept for \(name)") == true)
  }

  @Test(.needs(.clocks)) func `the clocks of the runtime stop while virtual time does`() {
    let (continuous, suspending) = (ContinuousClock(), SuspendingClock())
    let times = Log<Duration>()
    marbles { m in
      let (start, begin) = (continuous.now, suspending.now)
      m.expectCleanRun()
      m.at(.milliseconds(30)) {
        times.note(start.duration(to: continuous.now))
        times.note(begin.duration(to: suspending.now))
      }
    }
    #expect(times.entries == [.milliseconds(30), .milliseconds(30)])
  }

  @Test(.needs(.clocks)) func `a deadline computed before a wait is exact`() {
    let woke = Log<Duration>()
    let failures = failures {
      marbles { m in
        let clock = m.clock
        Task {
          let deadline = ContinuousClock.now + .milliseconds(50)
          try await clock.sleep(for: .milliseconds(20))
          try await Task.sleep(until: deadline)
          woke.note(clock.now.offset)
        }
      }
    }
    #expect(failures.count == 1)
    #expect(woke.entries == [.milliseconds(50)])
  }

  @Test(arguments: [false, true])
  func `the timer of a cancelled sleep does not advance time`(_ isOnActor: Bool) {
    let end = Log<Duration>()
    let failures = failures {
      marbles { m in
        let clock = m.clock
        m.keep(AtEnd { end.note(clock.now.offset) })
        let task = Task {
          guard isOnActor else { return try await Task.sleep(for: .seconds(60)) }
          try await Sleeper().sleep()
        }
        m.at(.milliseconds(20)) { task.cancel() }
      }
    }
    #expect(failures.map { $0.text.contains("a task slept for 60s") } == [true])
    #expect(end.entries == [.milliseconds(20)])
  }

  @Test func `a sleep after a cancelled one ends on time`() {
    let woke = Log<Duration>()
    let failures = failures {
      marbles { m in
        let clock = m.clock
        let task = Task {
          try? await Task.sleep(for: .seconds(60))
          await Task { try? await Task.sleep(for: .milliseconds(30)) }.value
          woke.note(clock.now.offset)
        }
        m.at(.milliseconds(20)) { task.cancel() }
      }
    }
    #expect(failures.count == 1)
    #expect(woke.entries == [.milliseconds(50)])
  }
}

private actor Sleeper {
  func sleep() async throws { try await Task.sleep(for: .seconds(60)) }
}
