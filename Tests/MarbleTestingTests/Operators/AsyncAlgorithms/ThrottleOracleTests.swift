import AsyncAlgorithms
import CombineShim
import MarbleTesting
import Testing

/// The operator is public under an underscored name in this version.
@Suite struct ThrottleOracleTests {
  @Test(arguments: [
    Diagram(
      "the first value is not throttled",
      in: "-----a---|",
      to: "-----a---|"
    ),
    Diagram(
      "values that are far enough apart pass",
      in: "-a---b----c|",
      to: "-a---b----c|"
    ),
    Diagram(
      "a value exactly an interval after the last one passes",
      in: "-a--b--c--|",
      to: "-a--b--c--|"
    ),
    Diagram(
      "of several values in one frame at the boundary the first passes",
      in: "-a--(bc)---d|",
      to: "-a--b---d|"
    ),
    Diagram(
      "nothing in, nothing out",
      in: "---|",
      to: "---|"
    ),
    Diagram(
      "a failure discards the pending value",
      in: "-ab-#",
      to: "-a--#"
    ),
    Diagram(
      "a value before the failure of its frame passes",
      in: "-a---(b#)",
      to: "-a---(b#)"
    ),
  ])
  func `throttle emits the latest value`(diagram: Diagram) {
    marbles { m in
      let input = m.hot(diagram.first, failure: Offline())
      let output = input.elements._throttle(for: .frames(3), clock: m.clock, latest: true)
      m.expect(output, diagram.output, failure: Offline())
    }
  }

  // NB: "emit values after a given period has elapsed" suggests a running timer; none exists.
  @Test func `a pending value is emitted with the next value, not when the interval ends`() {
    marbles { m in
      let a = m.hot("-a-b-----c-d-----e|")
      let out = a.elements._throttle(for: .frames(3), clock: m.clock)
      m.expect(out, "-a-------c-------e|")
    }
  }

  @Test func `the earliest value of an interval is emitted with the value that ends it`() {
    marbles { m in
      let a = m.hot("-a-b-----c-d-----e|")
      let out = a.elements._throttle(for: .frames(3), clock: m.clock, latest: false)
      m.expect(out, "-a-------b-------d|")
    }
  }

  // NB: a pending value at the end is undocumented.
  @Test func `the completion emits the pending value, at any age`() {
    marbles { m in
      let a = m.hot("-a-b------|")
      let out = a.elements._throttle(for: .frames(3), clock: m.clock)
      m.expect(out, "-a--------(b|)")
    }
  }

  // NB: a pending value at the end is undocumented.
  @Test func `a completion within the interval waits for the interval, with the pending value`() {
    marbles { m in
      let a = m.hot("-ab|")
      let out = a.elements._throttle(for: .frames(5), clock: m.clock)
      m.expect(out, "-a----(b|)")
    }
  }

  @Test func `a completion at the boundary emits the pending value`() {
    marbles { m in
      let a = m.hot("-ab-|")
      let out = a.elements._throttle(for: .frames(3), clock: m.clock)
      m.expect(out, "-a--(b|)")
    }
  }

  @Test func `pending values can be reduced to another type`() {
    marbles { m in
      let a = m.hot("-a-b-c-d-e|")
      let out = a.elements._throttle(for: .frames(4), clock: m.clock) { ($0 ?? "") + $1 }
      m.expect(out, "-1---2---3|", ["1": "a", "2": "bc", "3": "de"])
    }
  }

  @Test func `a consumer that stops ends the subscription`() {
    marbles { m in
      let ab = m.cold("-a---b|")
      let outs = ab.elements._throttle(for: .frames(3), clock: m.clock).prefix(2)
      m.expect(outs, "-a---(b|)")
      m.expectSubscriptions(ab, ["^----!"])
    }
  }
}
