import CombineShim
import MarbleTesting
import Testing

/// Operators with a scheduler: here one on the test clock.
@Suite struct TimeOracleTests {
  @Test(arguments: [
    Diagram(
      "a value is emitted after three quiet frames",
      in: "-a-------|",
      to: "----a----|"
    ),
    Diagram(
      "a value in the quiet time restarts it",
      in: "-a-b--c-----|",
      to: "---------c--|"
    ),
    Diagram(
      "a value at the deadline of the one before replaces it",
      in: "-a--b------|",
      to: "-------b---|"
    ),
    Diagram(
      "of several values in one frame the last counts",
      in: "-(abc)----|",
      to: "----c-|"
    ),
    Diagram(
      "a failure discards the pending value",
      in: "-a-#",
      to: "---#"
    ),
    Diagram(
      "nothing in, nothing out",
      in: "---|",
      to: "---|"
    ),
  ])
  func `debounce emits the last value before a pause`(diagram: Diagram) {
    marbles { m in
      let input = m.hot(diagram.first, failure: Offline())
      let output = input.debounce(for: .frames(3), scheduler: m.scheduler)
      m.expect(output, diagram.output, failure: Offline())
    }
  }

  // NB: AsyncAlgorithms emits it with the end. The documentation promises neither.
  @Test func `a completion discards the pending value of debounce`() {
    marbles { m in
      let a = m.hot("-a-|")
      let out = a.debounce(for: .frames(3), scheduler: m.scheduler)
      m.expect(out, "---|")
    }
  }

  @Test func `a completion in the frame of the deadline is first and discards the value`() {
    marbles { m in
      let a = m.hot("-a--|")
      let out = a.debounce(for: .frames(3), scheduler: m.scheduler)
      m.expect(out, "----|")
    }
  }

  @Test(arguments: [
    Diagram(
      "the latest value of an interval is emitted at its end",
      in: "-a-b-c------|",
      to: "-a---c------|"
    ),
    Diagram(
      "the first value is not throttled",
      in: "-----a------|",
      to: "-----a------|"
    ),
    Diagram(
      "values that are far enough apart pass",
      in: "-a----b-----|",
      to: "-a----b-----|"
    ),
    Diagram(
      "a value exactly an interval after the last one passes",
      in: "-a---b---c--|",
      to: "-a---b---c--|"
    ),
    Diagram(
      "a value at the end of an interval replaces the pending one",
      in: "-a-b-c---|",
      to: "-a---c---|"
    ),
    Diagram(
      "a completion waits with the pending value",
      in: "-ab-|",
      to: "-a---(b|)"
    ),
    Diagram(
      "a failure waits with the pending value",
      in: "-ab-#",
      to: "-a---(b#)"
    ),
    Diagram(
      "of a group the first and then the last",
      in: "-(abc)----|",
      to: "-a---c|"
    ),
  ])
  func `throttle emits the latest value`(diagram: Diagram) {
    marbles { m in
      let input = m.hot(diagram.first, failure: Offline())
      let scheduler = m.scheduler
      let output = input.throttle(for: .frames(4), scheduler: scheduler, latest: true)
      m.expect(output, diagram.output, failure: Offline())
    }
  }

  @Test func `throttles to the first of an interval`() {
    marbles { m in
      let a = m.hot("-a-b-c--d-e---|")
      let scheduler = m.scheduler
      let out = a.throttle(for: .frames(4), scheduler: scheduler, latest: false)
      m.expect(out, "-a---b---d---e|")
    }
  }
}
