import AsyncAlgorithms
import CombineShim
import MarbleTesting
import Testing

/// Operators without time and tasks.
@Suite struct SequenceOracleTests {
  @Test(arguments: [
    SequenceDiagram(
      "removeDuplicates drops a value that equals the one before",
      in: "-a-a-b-(bba)-a-|",
      to: "-a---b-a---|"
    ) { $0.removeDuplicates() },
    SequenceDiagram(
      "removeDuplicates compares with the last emitted value",
      in: "-1-2-3-4-5-|",
      to: "-1---3---5-|"
    ) { $0.removeDuplicates { abs((Int($0) ?? 0) - (Int($1) ?? 0)) < 2 } },
    SequenceDiagram(
      "removeDuplicates fails where its predicate throws",
      in: "-a-b-x-c-|",
      to: "-a-b-#"
    ) {
      $0.removeDuplicates {
        if $1 == "x" { throw Offline() }
        return $0 == $1
      }
    },
    SequenceDiagram(
      "adjacentPairs starts with the second value",
      in: "-a-b--(cd)-|",
      to: "---'ab'--('bc' 'cd')-|"
    ) { $0.adjacentPairs().map { $0 + $1 } },
    SequenceDiagram(
      "adjacentPairs of one value are none",
      in: "-a-|",
      to: "---|"
    ) { $0.adjacentPairs().map { $0 + $1 } },
    SequenceDiagram(
      "adjacentPairs fail immediately",
      in: "-a-(b#)",
      to: "---('ab' #)"
    ) { $0.adjacentPairs().map { $0 + $1 } },
    SequenceDiagram(
      "compacted drops nil",
      in: "-1-x-2-(x3)-|",
      to: "-1---2-3-|"
    ) { $0.map { Int($0) }.compacted() },
    SequenceDiagram(
      "reductions give each intermediate result",
      in: "-a-b--(cd)-|",
      to: "-a-'ab'--('abc' 'abcd')-|"
    ) { $0.reductions { $0 + $1 } },
    SequenceDiagram(
      "reductions from an initial value give it only with the first value",
      in: "-a-b-|",
      to: "-'>a'-'>ab'-|"
    ) { $0.reductions(">") { $0 + $1 } },
    SequenceDiagram(
      "interspersed puts no separator after the last value",
      in: "-a-|",
      to: "-a-|"
    ) { $0.interspersed(with: ",") },
    SequenceDiagram(
      "interspersed every second value",
      in: "-a-b-c----d-e----|",
      to: "-a-b-(,c)----d-(,e)----|"
    ) { $0.interspersed(every: 2, with: ",") },
    SequenceDiagram(
      "interspersed fails without a separator before it",
      in: "-a-b----#",
      to: "-a-(,b)----#"
    ) { $0.interspersed(with: ",") },
    SequenceDiagram(
      "interspersed of an empty stream is empty",
      in: "--|",
      to: "--|"
    ) { $0.interspersed(with: ",") },
  ])
  func operators(diagram: SequenceDiagram) {
    marbles { m in diagram.check(m) }
  }

  // NB: "between each element": in time it is emitted at the second of the two, which shows that
  // there are two.
  @Test func `a separator is emitted with the value after it`() {
    marbles { m in
      let a = m.hot("-a---b-----c----|")
      let out = a.elements.interspersed(with: ",")
      m.expect(out, "-a---(,b)-----(,c)----|")
    }
  }
}
