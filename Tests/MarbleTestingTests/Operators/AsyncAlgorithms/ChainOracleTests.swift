import AsyncAlgorithms
import CombineShim
import MarbleTesting
import Testing

/// One after the other: chain and joined.
@Suite struct ChainOracleTests {
  @Test(arguments: [
    Diagram(
      "the second follows when the first has ended",
      in: "-a--|",
      in: "------b--|",
      to: "-a----b--|"
    ),
    Diagram(
      "buffered values of the second are emitted with the completion of the first",
      in: "-a---|",
      in: "--b-c--d|",
      to: "-a---(bc)-d|"
    ),
    Diagram(
      "a value in the frame of the end follows it",
      in: "-a-|",
      in: "---b|",
      to: "-a-b|"
    ),
    Diagram(
      "empty sequences take no time",
      in: "|",
      in: "|",
      to: "|"
    ),
    Diagram(
      "a failure of the first ends all",
      in: "-a-#",
      in: "----b|",
      to: "-a-#"
    ),
    Diagram(
      "a failure of the second waits for the first",
      in: "-a----|",
      in: "--b-#",
      to: "-a----(b#)"
    ),
  ])
  func `chain concatenates two streams`(diagram: Diagram) {
    marbles { m in
      let first = m.hot(diagram.first, failure: Offline())
      let second = m.hot(diagram.second, failure: Offline())
      m.expect(chain(first.elements, second.elements), diagram.output, failure: Offline())
    }
  }

  @Test func `chain concatenates three streams`() {
    marbles { m in
      let a = m.hot("-a-|")
      let b = m.hot("---|")
      let c = m.hot("----c|")
      m.expect(chain(a.elements, b.elements, c.elements), "-a--c|")
    }
  }

  @Test func `joined starts each when the one before has ended`() {
    marbles { m in
      let ab = m.hot("-a-b-----|")
      let cd = m.cold("c--d|")
      let outs = ab.elements.map { _ in cd.elements }.joined()
      m.expect(outs, "-c--dc--d|")
      m.expectSubscriptions(cd, ["-^---!", "-----^---!"])
    }
  }

  @Test func `joined with a separator emits it between two, when the second starts`() {
    marbles { m in
      let ab = m.hot("-a--------b-----|")
      let cd = m.cold("c--d|")
      let outs = ab.elements.map { _ in cd.elements }.joined(separator: [","].async)
      m.expect(outs, "-c--d-----(,c)--d--|")
    }
  }

  @Test func `joined ends with the failure of one of them`() {
    marbles { m in
      let a = m.hot("-a-b--|", failure: Offline())
      let c = m.cold("c-#", failure: Offline())
      let out = a.elements.map { _ in c.elements }.joined()
      m.expect(out, "-c-#", failure: Offline())
    }
  }

  @Test func `a consumer that stops in the first never iterates the second`() {
    marbles { m in
      let ab = m.cold("-a-b-|")
      let cd = m.cold("-c|")
      m.expect(chain(ab.elements, cd.elements).prefix(1), "-(a|)")
      m.expectSubscriptions(ab, ["^!"])
      m.expectSubscriptions(cd, ["^!"])
    }
  }
}
