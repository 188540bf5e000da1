import CombineShim
import MarbleTesting
import Testing

/// OpenCombine has zip; it has no merge and no combineLatest.
@Suite struct CombiningOracleTests {
  private let pairs = ["1": "ax", "2": "by", "3": "cz"]

  @Test(arguments: [
    Diagram(
      "a pair is emitted when both have a value for it",
      in: "-a-b---c--|",
      in: "--x--y---z|",
      to: "--1--2---3|"
    ),
    Diagram(
      "groups are paired one by one",
      in: "-(ab)--|",
      in: "---(xy)|",
      to: "---(12)|"
    ),
    Diagram(
      "a failure does not wait for a pair",
      in: "-a-#",
      in: "-----x-y|",
      to: "---#"
    ),
    Diagram(
      "an end with nothing left to pair ends it",
      in: "-a---|",
      in: "-x-y-----|",
      to: "-1---|"
    ),
    Diagram(
      "an end with a value left to pair waits for its pair",
      in: "-ab|",
      in: "-x---y-|",
      to: "-1---(2|)"
    ),
  ])
  func `zip pairs the values of two publishers`(diagram: Diagram) {
    marbles { m in
      let first = m.hot(diagram.first, failure: Offline())
      let second = m.hot(diagram.second, failure: Offline())
      m.expect(first.zip(second) { $0 + $1 }, diagram.output, pairs, failure: Offline())
    }
  }

  // NB: "if either upstream publisher finishes, the zipped publisher does the same".
  @Test func `zip does not end with the one that has values left to pair`() {
    marbles { m in
      let a = m.hot("-a|")
      let b = m.hot("------|")
      m.expect(a.zip(b) { $0 + $1 }, "------|", pairs)
    }
  }

  @Test func `zip combines the values of three publishers`() {
    marbles { m in
      let a = m.hot("-a---b----|")
      let b = m.hot("--k-l-----|")
      let c = m.hot("---x--y-z-|")
      let out = a.zip(b, c) { $0 + $1 + $2 }
      m.expect(out, "---1--2---|", ["1": "akx", "2": "bly"])
    }
  }
}
