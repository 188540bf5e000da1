import AsyncAlgorithms
import CombineShim
import MarbleTesting
import Testing

@Suite struct ZipOracleTests {
  private let pairs = ["1": "ax", "2": "by", "3": "cz"]

  @Test(arguments: [
    Diagram(
      "a pair is emitted when both have a value for it",
      in: "-a-b---c--|",
      in: "--x--y---z|",
      to: "--1--2---3|"
    ),
    Diagram(
      "both in one frame",
      in: "-a-b-|",
      in: "-x-y-|",
      to: "-1-2-|"
    ),
    Diagram(
      "groups are paired one by one",
      in: "-(ab)--|",
      in: "---(xy)|",
      to: "---(12)|"
    ),
    Diagram(
      "an end without a value for the other's ends all",
      in: "-a---|",
      in: "-x-y-----|",
      to: "-1---|"
    ),
    Diagram(
      "an end before any value ends all",
      in: "--|",
      in: "-x--y|",
      to: "--|"
    ),
    Diagram(
      "a value left over when the other ends is lost",
      in: "-ab|",
      in: "-x----|",
      to: "-1----|"
    ),
    Diagram(
      "a failure of the awaited input ends all",
      in: "-a---b|",
      in: "-x-#",
      to: "-1-#"
    ),
    Diagram(
      "a pair before the failure of its frame is emitted",
      in: "---a",
      in: "-x-#",
      to: "---(1#)"
    ),
  ])
  func `zip pairs the values of two streams`(diagram: Diagram) {
    marbles { m in
      let first = m.hot(diagram.first, failure: Offline())
      let second = m.hot(diagram.second, failure: Offline())
      let output = zip(first.elements, second.elements).map { $0 + $1 }
      m.expect(output, diagram.output, pairs, failure: Offline())
    }
  }

  @Test func `a completion behind a waiting value follows its pair`() {
    marbles { m in
      let a = m.hot("-a-|")
      let b = m.hot("-----x-y|")
      let out = zip(a.elements, b.elements).map { $0 + $1 }
      m.expect(out, "-----(1|)", pairs)
    }
  }

  // NB: "if any iteration of the bases throws": an input whose value waits is not iterated.
  @Test func `a failure behind a waiting value follows its pair`() {
    marbles { m in
      let a = m.hot("-a-#", failure: Offline())
      let b = m.hot("-----x-y|")
      let out = zip(a.elements, b.elements).map { $0 + $1 }
      m.expect(out, "-----(1#)", pairs, failure: Offline())
    }
  }

  @Test func `zip combines the values of three streams`() {
    marbles { m in
      let a = m.hot("-a---b----|")
      let b = m.hot("--k-l-----|")
      let c = m.hot("---x--y-z-|")
      let out = zip(a.elements, b.elements, c.elements).map { $0 + $1 + $2 }
      m.expect(out, "---1--2---|", ["1": "akx", "2": "bly"])
    }
  }

  @Test func `an end of one ends the subscription of the other`() {
    marbles { m in
      let a = m.cold("-a--|")
      let x = m.cold("-x------y|")
      m.expect(zip(a.elements, x.elements).map { $0 + $1 }, "-1--|", pairs)
      m.expectSubscriptions(x, ["^---!"])
    }
  }
}
