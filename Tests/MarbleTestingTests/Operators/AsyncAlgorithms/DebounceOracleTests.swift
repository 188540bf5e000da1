import AsyncAlgorithms
import CombineShim
import MarbleTesting
import Testing

@Suite struct DebounceOracleTests {
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
      "each quiet time emits its newest value",
      in: "-ab----c-----|",
      to: "-----b----c--|"
    ),
    Diagram(
      "of several values in one frame the last counts",
      in: "-(abc)----|",
      to: "----c-|"
    ),
    Diagram(
      "a value at the deadline of the one before replaces it",
      in: "-a--b------|",
      to: "-------b---|"
    ),
    Diagram(
      "a completion emits the pending value immediately",
      in: "-a-b-|",
      to: "-----(b|)"
    ),
    Diagram(
      "a value in the frame of the completion is emitted with it",
      in: "-a---(b|)",
      to: "----a(b|)"
    ),
    Diagram(
      "a deadline and the end in one frame",
      in: "-a--|",
      to: "----(a|)"
    ),
    Diagram(
      "nothing in, nothing out",
      in: "---|",
      to: "---|"
    ),
    Diagram(
      "a failure in the quiet time",
      in: "-a----#",
      to: "----a-#"
    ),
  ])
  func `debounce emits the last value before a pause`(diagram: Diagram) {
    marbles { m in
      let input = m.hot(diagram.first, failure: Offline())
      let output = input.elements.debounce(for: .frames(3), clock: m.clock)
      m.expect(output, diagram.output, failure: Offline())
    }
  }

  @Test func `a failure discards the pending value`() {
    marbles { m in
      let a = m.hot("-a-#", failure: Offline())
      let out = a.elements.debounce(for: .frames(3), clock: m.clock)
      m.expect(out, "---#", failure: Offline())
    }
  }

  @Test func `a failure discards the value of its frame`() {
    marbles { m in
      let a = m.hot("-a-(b#)", failure: Offline())
      let out = a.elements.debounce(for: .frames(3), clock: m.clock)
      m.expect(out, "---#", failure: Offline())
    }
  }

  @Test func `a value that is due while its consumer is busy is buffered`() {
    marbles { m in
      let a = m.hot("-a----b---------|")
      let due = a.elements.debounce(for: .frames(2), clock: m.clock)
      let out = due.busy(for: .frames(6), on: m.clock)
      m.expect(out, "---------a-----b|")
    }
  }

  // NB: c is read from the base only when the consumer continues; its quiet time counts from then,
  // and b, due long before, is lost to it.
  @Test func `a busy consumer loses a due value, and the next value restarts the interval`() {
    marbles { m in
      let a = m.hot("-a----b--c-----------|")
      let due = a.elements.debounce(for: .frames(2), clock: m.clock)
      let out = due.busy(for: .frames(8), on: m.clock)
      m.expect(out, "-----------a---------(c|)")
    }
  }

  @Test func `a consumer that stops ends the subscription`() {
    marbles { m in
      let ab = m.cold("-a-----b|")
      let outs = ab.elements.debounce(for: .frames(3), clock: m.clock).prefix(1)
      m.expect(outs, "----(a|)")
      m.expectSubscriptions(ab, ["^---!"])
    }
  }
}
