import AsyncAlgorithms
import CombineShim
import MarbleTesting
import Testing

@Suite struct MergeOracleTests {
  @Test(arguments: [
    Diagram(
      "the values of both, immediately",
      in: "-a---b--|",
      in: "---c---d---|",
      to: "-a-c-b-d---|"
    ),
    Diagram(
      "values of one frame are emitted in the order of that frame",
      in: "--a--|",
      in: "--b--|",
      to: "--(ab)--|"
    ),
    Diagram(
      "a group and a value of one frame",
      in: "--(ab)--|",
      in: "--c-----|",
      to: "--(abc)-----|"
    ),
    Diagram(
      "an empty input waits for the other",
      in: "|",
      in: "--a-|",
      to: "--a-|"
    ),
    Diagram(
      "both ends in one frame",
      in: "-a-|",
      in: "---|",
      to: "-a-|"
    ),
    Diagram(
      "the last value comes with the last end",
      in: "-a|",
      in: "----(b|)",
      to: "-a--(b|)"
    ),
    Diagram(
      "a failure of one ends all",
      in: "-a-#",
      in: "--b--c|",
      to: "-ab#"
    ),
    Diagram(
      "a value before a failure in its frame is emitted",
      in: "---b",
      in: "-a-#",
      to: "-a-(b#)"
    ),
    Diagram(
      "a value after a failure in its frame is dropped",
      in: "-a-#",
      in: "---b",
      to: "-a-#"
    ),
    Diagram(
      "a failure after the end of the other",
      in: "-|",
      in: "---#",
      to: "---#"
    ),
  ])
  func `merge interleaves two streams`(diagram: Diagram) {
    marbles { m in
      let first = m.hot(diagram.first, failure: Offline())
      let second = m.hot(diagram.second, failure: Offline())
      let output = merge(first.elements, second.elements)
      m.expect(output, diagram.output, failure: Offline())
    }
  }

  @Test(arguments: [
    Diagram(
      "the values of all, immediately",
      in: "-a-----b|",
      in: "---c-|",
      in: "-----d----|",
      to: "-a-c-d-b--|"
    ),
    Diagram(
      "values of one frame are emitted in the order of that frame",
      in: "-a|",
      in: "-b|",
      in: "-(cd)|",
      to: "-(abcd)|"
    ),
    Diagram(
      "a failure of one ends all",
      in: "-a---",
      in: "--b--",
      in: "---#",
      to: "-ab#"
    ),
  ])
  func `merge interleaves three streams`(diagram: Diagram) {
    marbles { m in
      let first = m.hot(diagram.first, failure: Offline())
      let second = m.hot(diagram.second, failure: Offline())
      let third = m.hot(diagram.third, failure: Offline())
      let output = merge(first.elements, second.elements, third.elements)
      m.expect(output, diagram.output, failure: Offline())
    }
  }

  @Test func `a failure ends the subscription of the other`() {
    marbles { m in
      let a = m.cold("-a-#", failure: Offline())
      let b = m.cold("--b--c|")
      m.expect(merge(a.elements, b.elements), "-ab#", failure: Offline())
      m.expectSubscriptions(a, ["^--!"])
      m.expectSubscriptions(b, ["^--!"])
    }
  }

  @Test func `a consumer that stops ends both subscriptions`() {
    marbles { m in
      let a = m.cold("-a-----|")
      let b = m.cold("--b--c-|")
      m.expect(merge(a.elements, b.elements).prefix(2), "-a(b|)")
      m.expectSubscriptions(a, ["^-!"])
      m.expectSubscriptions(b, ["^-!"])
    }
  }

  // NB: the next value of an input is demanded only when the consumer continues, so "as they come"
  // applies to consumers that are fast enough.
  @Test func `a busy consumer gets a later value of one input before an earlier one of the other`()
  {
    marbles { m in
      let a = m.hot("-(ab)--|")
      let b = m.hot("--c-d--|")
      let out = merge(a.elements, b.elements).busy(for: .frames(3), on: m.clock)
      m.expect(out, "----a--c--b--(d|)")
    }
  }
}
