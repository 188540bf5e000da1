import AsyncAlgorithms
import CombineShim
import MarbleTesting
import Testing

@Suite struct CombineLatestOracleTests {
  private let pairs = [
    "1": "ax", "2": "bx", "3": "by", "4": "cy", "5": "ay",
  ]

  @Test(arguments: [
    Diagram(
      "nothing is emitted before both have a value",
      in: "-a---b-----|",
      in: "---x---y-|",
      to: "---1-2-3---|"
    ),
    Diagram(
      "the first two in one frame are one pair",
      in: "--a-----|",
      in: "--x-----|",
      to: "--1-----|"
    ),
    Diagram(
      "two later ones in one frame are two pairs",
      in: "-a---b--|",
      in: "-x---y--|",
      to: "-1---(23)--|"
    ),
    Diagram(
      "of a group before the first pair the last value counts",
      in: "-(ab)---|",
      in: "-x-----y|",
      to: "-2-----3|"
    ),
    Diagram(
      "a group after the first pair is a pair each",
      in: "-a---(bc)--|",
      in: "-x-y----|",
      to: "-1-5-(34)--|"
    ),
    Diagram(
      "it continues until both have ended",
      in: "-a-|",
      in: "-x---y--|",
      to: "-1---5--|"
    ),
    Diagram(
      "an input that completes without a value completes all",
      in: "--|",
      in: "-x---y--|",
      to: "--|"
    ),
    Diagram(
      "a failure ends all",
      in: "-a-----",
      in: "--x--#",
      to: "--1--#"
    ),
    Diagram(
      "a failure before the first pair ends all",
      in: "-a-#",
      in: "----x",
      to: "---#"
    ),
    Diagram(
      "a value before the failure of its frame is emitted",
      in: "-a---b",
      in: "-x---#",
      to: "-1---(2#)"
    ),
  ])
  func `combineLatest combines the latest values of two streams`(diagram: Diagram) {
    marbles { m in
      let first = m.hot(diagram.first, failure: Offline())
      let second = m.hot(diagram.second, failure: Offline())
      let output = combineLatest(first.elements, second.elements).map { $0 + $1 }
      m.expect(output, diagram.output, pairs, failure: Offline())
    }
  }

  @Test func `one that has ended after its value is still combined`() {
    marbles { m in
      let a = m.hot("-a|")
      let b = m.hot("----x-y-|")
      let out = combineLatest(a.elements, b.elements).map { $0 + $1 }
      m.expect(out, "----1-5-|", pairs)
    }
  }

  @Test func `combineLatest combines the latest values of three streams`() {
    marbles { m in
      let a = m.hot("-a----b--|")
      let b = m.hot("--k-l----|")
      let c = m.hot("---x--y--|")
      let out = combineLatest(a.elements, b.elements, c.elements).map { $0 + $1 + $2 }
      m.expect(out, "---12-(34)--|", ["1": "akx", "2": "alx", "3": "blx", "4": "bly"])
    }
  }

  @Test func `a consumer that stops ends both subscriptions`() {
    marbles { m in
      let a = m.cold("-a---b|")
      let x = m.cold("--x---|")
      let outs = combineLatest(a.elements, x.elements).map { $0 + $1 }.prefix(1)
      m.expect(outs, "--(1|)", pairs)
      m.expectSubscriptions(a, ["^-!"])
      m.expectSubscriptions(x, ["^-!"])
    }
  }
}
