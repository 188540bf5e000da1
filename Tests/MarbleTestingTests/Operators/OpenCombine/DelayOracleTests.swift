import CombineShim
import MarbleTesting
import TestSupport
import Testing

/// Delay, timeout, receive(on:) and measureInterval, on the clock of the test.
@Suite struct DelayOracleTests {
  @Test(arguments: [
    Diagram(
      "delay moves every value and the end",
      in: "-a-(bc)-|",
      to: "---a-(bc)-|"
    ),
    Diagram(
      "delay moves an end without values",
      in: "|",
      to: "--|"
    ),
    Diagram(
      "delay moves a failure, too",
      in: "-a#",
      to: "---a#"
    ),
  ])
  func `delay moves every signal`(diagram: Diagram) {
    marbles { m in
      let input = m.hot(diagram.first, failure: Offline())
      let output = input.delay(for: .frames(2), scheduler: m.scheduler)
      m.expect(output, diagram.output, failure: Offline())
    }
  }

  @Test(arguments: [
    Diagram(
      "timeout ends a stream that is quiet for too long",
      in: "-a-b--------c|",
      to: "-a-b---|"
    ),
    Diagram(
      "timeout ends a stream that never emits",
      in: "----------a|",
      to: "----|"
    ),
    Diagram(
      "a value in the frame of the timeout is in time",
      in: "-a---b--|",
      to: "-a---b--|"
    ),
    Diagram(
      "an end before the timeout is an end",
      in: "-a-|",
      to: "-a-|"
    ),
    Diagram(
      "a failure before the timeout is a failure",
      in: "-a-#",
      to: "-a-#"
    ),
  ])
  func `timeout ends a publisher that is silent for its interval`(diagram: Diagram) {
    let failures = failures {
      marbles(until: .frames(20)) { m in
        let input = m.hot(diagram.first, failure: Offline())
        let output = input.timeout(.frames(4), scheduler: m.scheduler)
        m.expect(output, diagram.output, failure: Offline())
      }
    }
    #expect(failures.filter { !$0.isTimer }.isEmpty)
  }

  @Test func `timeout can fail instead`() {
    let failures = failures {
      marbles(until: .frames(20)) { m in
        let a = m.cold("-a--------|", failure: Offline())
        let output = a.timeout(.frames(4), scheduler: m.scheduler) { Offline() }
        m.expect(output, "-a---#", failure: Offline())
        m.expectSubscriptions(a, ["^----!"])
      }
    }
    #expect(failures.filter { !$0.isTimer }.isEmpty)
  }

  // NB: the timer of an expired timeout is never cancelled, and it retains the operator.
  @Test func `timeout leaves its timer running after it has ended the stream`() {
    let failures = failures {
      marbles(until: .frames(20)) { m in
        let a = m.hot("-a-----|")
        let out = a.timeout(.frames(4), scheduler: m.scheduler)
        m.expect(out, "-a---|")
      }
    }
    #expect(failures.map(\.isTimer) == [true])
  }

  @Test func `receive on another scheduler keeps the frame and the order`() {
    marbles { m in
      let a = m.hot("-a-(bc)-(d|)")
      let out = a.receive(on: m.scheduler)
      m.expect(out, "-a-(bc)-(d|)")
    }
  }

  @Test func `the immediate scheduler delays nothing`() {
    marbles { m in
      let a = m.hot("-a-(bc)-|")
      let out = a.delay(for: 5, scheduler: ImmediateScheduler.shared)
      m.expect(out, "-a-(bc)-|")
    }
  }

  @Test func `measureInterval starts at the subscription`() {
    marbles { m in
      let a = m.hot("--a---(bc)-|")
      let out = a.measureInterval(using: m.scheduler)
      m.expect(out, "--2---(40)-|", ["2": .frames(2), "4": .frames(4), "0": 0])
    }
  }
}

extension Failure {
  /// Whether an uncancelled timer is its only report.
  fileprivate var isTimer: Bool {
    items.count == 1 && items[0].hasPrefix("an action on m.scheduler")
  }
}
