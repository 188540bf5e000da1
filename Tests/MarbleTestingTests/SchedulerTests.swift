import CombineShim
import MarbleTesting
import TestSupport
import Testing

@Suite struct SchedulerTests {
  @Test func `scheduled work runs in its instant, in the order of scheduling`() {
    marbles { m in
      let seen = PassthroughSubject<String, Never>(), scheduler = m.scheduler
      m.at(.milliseconds(10)) {
        scheduler.schedule { seen.send("b") }
        scheduler.schedule(after: scheduler.now) { seen.send("c") }
        scheduler.schedule(after: scheduler.now.advanced(by: .milliseconds(20))) { seen.send("d") }
        scheduler.schedule(after: .init(offset: .zero)) { seen.send("e") }
        seen.send("a")
      }
      m.expect(seen, "-(abce)-d")
    }
  }

  @Test func `scheduled work of a main actor run is on the main actor`() {
    marbles(on: MainActor.shared) { m in
      let seen = PassthroughSubject<String, Never>(), scheduler = m.scheduler
      m.at(.milliseconds(10)) {
        scheduler.schedule {
          MainActor.preconditionIsolated()
          seen.send("a")
        }
        scheduler.schedule(after: scheduler.now.advanced(by: .milliseconds(10))) {
          MainActor.preconditionIsolated()
          seen.send("b")
        }
      }
      m.expect(seen, "-ab")
    }
  }

  @Test func `after the run no scheduled work starts`() throws {
    var late: MarbleScheduler?
    marbles { m in
      m.expectCleanRun()
      late = m.scheduler
    }
    let scheduler = try #require(late)
    scheduler.schedule { Issue.record("it ran") }
    scheduler.schedule(after: scheduler.now) { Issue.record("it ran") }
  }

  @Test func `work scheduled once for later is no leftover`() {
    marbles(until: .milliseconds(10)) { m in
      m.expectCleanRun()
      let scheduler = m.scheduler
      scheduler.schedule(after: scheduler.now.advanced(by: .seconds(1))) {}
    }
  }

  @Test func `work scheduled by another thread is reported`() {
    let failures = failures {
      marbles(allowing: .outsideWork) { m in
        let scheduler = m.scheduler
        m.at(.milliseconds(10)) {
          onAnotherThread {
            scheduler.schedule {}
            scheduler.schedule(after: scheduler.now) {}
          }
        }
      }
    }
    let text = "Another thread used this run: it used m.scheduler 2 times, first at 10ms."
    #expect(failures.map(\.text.firstLine) == [text])
  }

  @Test func `repeated work continues until it is cancelled`() {
    marbles { m in
      let seen = PassthroughSubject<String, Never>(), scheduler = m.scheduler
      let start = scheduler.now.advanced(by: .milliseconds(10))
      let ticks = scheduler.schedule(after: start, interval: .milliseconds(20)) { seen.send("t") }
      m.at(.milliseconds(50)) { ticks.cancel() }
      m.expect(seen, "-t-t-")
    }
  }

  @Test func `repeated work can cancel itself`() {
    marbles { m in
      let seen = PassthroughSubject<String, Never>(), scheduler = m.scheduler
      var ticks: (any Cancellable)?
      ticks = scheduler.schedule(after: scheduler.now, interval: 0) {
        seen.send("t")
        ticks?.cancel()
      }
      m.expect(seen, "t")
    }
  }

  @Test func `repeated work without a cancel is a leftover`() {
    var ticks: (any Cancellable)?
    let failures = failures {
      marbles(until: .milliseconds(50)) { m in
        ticks = m.scheduler.schedule(after: m.scheduler.now, interval: .milliseconds(20)) {}
      }
    }
    ticks?.cancel()
    #expect(
      failures.flatMap(\.items).map { $0.hasPrefix("an action on m.scheduler, waiting until 60ms") }
        == [true]
    )
  }
}
