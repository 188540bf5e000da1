import AsyncAlgorithms
import CombineShim
import MarbleTesting
import Testing

/// Several values as one.
@Suite struct CollectPeerTests {
  static let operators = [
    PeerOperator("collect(_:)", of: .openCombine, bufferCount) { run in
      run.expect(run[0].publisher.collect(run.row.n).map { $0.joined() })
    },
    PeerOperator("chunks(ofCount:)", of: .asyncAlgorithms, bufferCount) { run in
      run.expect(run[0].elements.chunks(ofCount: run.row.n).map { $0.joined() })
    },
    PeerOperator("collect", of: .openCombine, toArray) { run in
      run.expect(run[0].publisher.collect().map { $0.joined() })
    },
    PeerOperator("chunked(by: timer)", of: .asyncAlgorithms, bufferTime) { run in
      let timer = AsyncTimerSequence.repeating(every: .frames(10), clock: run.m.clock)
      run.expect(run[0].elements.chunked(by: timer).map { $0.joined() })
    },
    PeerOperator("chunks(ofCount:or: timer)", of: .asyncAlgorithms, bufferTimeFull) { run in
      let timer = AsyncTimerSequence.repeating(every: .frames(10), clock: run.m.clock)
      run.expect(run[0].elements.chunks(ofCount: run.row.n, or: timer).map { $0.joined() })
    },
    PeerOperator("chunked(by:)", of: .asyncAlgorithms, buffer) { run in
      run.expect(run[0].elements.chunked(by: run[1].elements).map { $0.joined() })
    },
  ]

  @Test(arguments: operators.cases)
  func `collect and chunks behave as their peers do`(row: PeerCase) { row.check() }

  private static let count = PeerFile.rxJS("bufferCount", "1f8224e5")

  private static let bufferCount = [
    count.row(
      2,
      "--a--b--c--d--e--f--|",
      to: "-----x-----y-----z--|",
      n: 2,
      values: ["x": "ab", "y": "cd", "z": "ef"]
    ),
    count.row(4, "--a--b--c--d--|", to: "--------------(x|)", n: 5, values: ["x": "abcd"]),
    count.row(
      5,
      "--a^-b--c--d--e--|",
      to: "--------y-----(z|)",
      n: 3,
      values: ["y": "bcd", "z": "e"]
    ),
    count.row(8, "--a--b--c--d--#", to: "--------------#", n: 5),
  ]

  private static let array = PeerFile.rxJS("toArray", "01a2d15e")

  private static let toArray = [
    array.row(1, "---a--b--|", to: "---------(w|)", values: ["w": "ab"]),
    array.row(2, .cold("-", subs: "^"), to: "-"),
    array.row(3, .cold("|", subs: "(^!)"), to: "(w|)", values: ["w": ""]),
    array.row(4, "--x--^--y--", to: "------"),
    array.row(5, "-x-^---|", to: "----(w|)", values: ["w": ""]),
    array.row(6, "-x-^--y--|", to: "------(w|)", values: ["w": "y"]),
    array.row(7, "--a--b----c-----d----e---|", to: "---------", unsubscribed: 8),
    array.row(9, "-x-^--y--z--#", to: "---------#"),
    array.row(10, .cold("#", subs: "(^!)"), to: "#"),
  ]
}
