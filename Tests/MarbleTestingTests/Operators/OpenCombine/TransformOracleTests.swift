import CombineShim
import MarbleTesting
import Testing

@Suite struct TransformOracleTests {
  @Test(arguments: [
    PublisherDiagram(
      "map changes each value",
      in: "-a-(bc)-|",
      to: "-A-(BC)-|"
    ) { $0.map { $0.uppercased() } },
    PublisherDiagram(
      "map passes a failure on",
      in: "-a-(b#)",
      to: "-A-(B#)"
    ) { $0.map { $0.uppercased() } },
    PublisherDiagram(
      "tryMap fails where its closure throws, in the frame of the value",
      in: "-a-(bxc)-|",
      to: "-a-(b#)"
    ) {
      $0.tryMap {
        if $0 == "x" { throw Offline() }
        return $0
      }
    },
    PublisherDiagram(
      "filter keeps matching values",
      in: "-1-2-(123)-|",
      to: "---2-(23)-|"
    ) { $0.filter { $0 > "1" } },
    PublisherDiagram(
      "compactMap drops nil",
      in: "-1-x-(2y3)-|",
      to: "-1---(23)-|"
    ) { $0.compactMap { Int($0) } },
    PublisherDiagram(
      "scan gives each intermediate result",
      in: "-1-2-(34)-|",
      to: "-1-3-(6'10')-|"
    ) { $0.scan(0) { $0 + (Int($1) ?? 0) } },
    PublisherDiagram(
      "removeDuplicates drops a value that equals the one before",
      in: "-a-a-b-(bba)-a-|",
      to: "-a---b-a---|"
    ) { $0.removeDuplicates() },
    PublisherDiagram(
      "replaceNil replaces nil by a value",
      in: "-1-x-|",
      to: "-1-0-|"
    ) { $0.map { Int($0) }.replaceNil(with: 0) },
    PublisherDiagram(
      "replaceEmpty gives its value with the end",
      in: "---|",
      to: "---(e|)"
    ) { $0.replaceEmpty(with: "e") },
    PublisherDiagram(
      "replaceEmpty does nothing where there was a value",
      in: "-a-|",
      to: "-a-|"
    ) { $0.replaceEmpty(with: "e") },
    PublisherDiagram(
      "replaceEmpty passes a failure on",
      in: "---#",
      to: "---#"
    ) { $0.replaceEmpty(with: "e") },
    PublisherDiagram(
      "setFailureType has no visible effect",
      in: "-a-(b|)",
      to: "-a-(b|)"
    ) { $0.replaceError(with: "e").setFailureType(to: Offline.self) },
    PublisherDiagram(
      "handleEvents passes everything on",
      in: "-a-(b#)",
      to: "-a-(b#)"
    ) { $0.handleEvents(receiveOutput: { _ in }) },
    PublisherDiagram(
      "eraseToAnyPublisher has no visible effect",
      in: "-a-(b|)",
      to: "-a-(b|)"
    ) { $0.eraseToAnyPublisher() },
  ])
  func `operators that transform values keep their frames`(diagram: PublisherDiagram) {
    marbles { m in diagram.check(m) }
  }

  @Test(arguments: [
    PublisherDiagram(
      "collect gives everything with the end",
      in: "-a-(bc)-|",
      to: "-----('abc' |)"
    ) { $0.collect().map { $0.joined() } },
    PublisherDiagram(
      "collect of an empty stream is one empty array",
      in: "--|",
      to: "--(0|)"
    ) { $0.collect().map(\.count) },
    PublisherDiagram(
      "collect discards what it has at a failure",
      in: "-a-#",
      to: "---#"
    ) { $0.collect().map { $0.joined() } },
    PublisherDiagram(
      "collect of a count gives each when it is full and the rest with the end",
      in: "-a-(bc)-|",
      to: "---'ab'-(c|)"
    ) { $0.collect(2).map { $0.joined() } },
    PublisherDiagram(
      "collect of a count of an empty stream is empty",
      in: "--|",
      to: "--|"
    ) { $0.collect(2).map { $0.joined() } },
    PublisherDiagram(
      "collect of a count discards the rest at a failure",
      in: "-ab-c#",
      to: "--'ab'--#"
    ) { $0.collect(2).map { $0.joined() } },
    PublisherDiagram(
      "count comes with the end",
      in: "-a-(bc)-|",
      to: "-----(3|)"
    ) { $0.count() },
    PublisherDiagram(
      "count at a failure is none",
      in: "-a-#",
      to: "---#"
    ) { $0.count() },
    PublisherDiagram(
      "reduce comes with the end",
      in: "-a-b-|",
      to: "-----('>ab' |)"
    ) { $0.reduce(">") { $0 + $1 } },
    PublisherDiagram(
      "reduce of an empty stream is its first value",
      in: "--|",
      to: "--(>|)"
    ) { $0.reduce(">") { $0 + $1 } },
    PublisherDiagram(
      "ignoreOutput keeps the end",
      in: "-a-b-|",
      to: "-----|"
    ) { $0.ignoreOutput().map(String.init(describing:)) },
    PublisherDiagram(
      "ignoreOutput keeps the failure",
      in: "-a-b-#",
      to: "-----#"
    ) { $0.ignoreOutput().map(String.init(describing:)) },
    PublisherDiagram(
      "contains ends with the first match",
      in: "-a-(xb)-|",
      to: "---('true' |)"
    ) { $0.contains("x") },
    PublisherDiagram(
      "contains without a match comes with the end",
      in: "-a-b-|",
      to: "-----('false' |)"
    ) { $0.contains("x") },
    PublisherDiagram(
      "allSatisfy ends with the first value that does not match",
      in: "-a-(xb)-|",
      to: "---('false' |)"
    ) { $0.allSatisfy { $0 != "x" } },
    PublisherDiagram(
      "max comes with the end",
      in: "-b-(ca)-|",
      to: "-----(c|)"
    ) { $0.max() },
  ])
  func `operators that reduce a stream keep their frames`(diagram: PublisherDiagram) {
    marbles { m in diagram.check(m) }
  }

  // NB: "the previous element" is the received one; in AsyncAlgorithms it is the emitted one.
  @Test func `removeDuplicates compares with the last value, emitted or not`() {
    marbles { m in
      let a = m.hot("-1-2-3-5-6-|", ["1": 1, "2": 2, "3": 3, "5": 5, "6": 6])
      let out = a.removeDuplicates { abs($0 - $1) < 2 }
      m.expect(out, "-1-----5---|")
    }
  }
}
