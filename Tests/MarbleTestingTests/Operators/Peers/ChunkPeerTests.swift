import AsyncAlgorithms
import MarbleTesting
import Testing

/// Chunks of a count, by a signal, and by a timer.
@Suite struct ChunkPeerTests {
  static let operators = [
    PeerOperator("chunks(ofCount:)", of: .asyncAlgorithms, count) { run in
      run.expect(run[0].elements.chunks(ofCount: run.row.n).map { $0.joined() })
    },
    PeerOperator("chunked(by:)", of: .asyncAlgorithms, signal) { run in
      run.expect(run[0].elements.chunked(by: run[1].elements).map { $0.joined() })
    },
    PeerOperator("chunks(ofCount:or:)", of: .asyncAlgorithms, signalAndCount) { run in
      let (input, signals) = (run[0].elements, run[1].elements)
      run.expect(input.chunks(ofCount: run.row.n, or: signals).map { $0.joined() })
    },
    PeerOperator("chunked(by: timer)", of: .asyncAlgorithms, time) { run in
      let timer = AsyncTimerSequence.repeating(every: run.time, clock: run.m.clock)
      run.expect(run[0].elements.chunked(by: timer).map { $0.joined() })
    },
    PeerOperator("chunks(ofCount:or: timer)", of: .asyncAlgorithms, timeAndCount) { run in
      let timer = AsyncTimerSequence.repeating(every: .frames(8), clock: run.m.clock)
      run.expect(run[0].elements.chunks(ofCount: run.row.n, or: timer).map { $0.joined() })
    },
  ]

  @Test(arguments: operators.cases)
  func `chunks behave as their peers do`(row: PeerCase) { row.check() }

  private static let file = PeerFile.asyncAlgorithms("TestChunk")
  /// The first tick of a timer is an interval after the start, which is a frame before the diagram.
  private static let clock = PeerFile.asyncAlgorithms("TestChunk", "1.1.4", .asyncAlgorithmsClock)

  private static let count = [
    file.row(30, "ABCDE|", to: "ABCDE|", n: 1),
    file.row(238, "ABC    DEF    |", to: "--'ABC'--'DEF'|", n: 3),
    file.row(246, "A--B-C    --DE-F    |", to: "-----'ABC'-----'DEF'|", n: 3),
    file.row(254, "11111|", to: "--3--[2|]", n: 3, values: ["3": "111", "2": "11"]),
    file.row(262, "AB^", to: "--^", n: 3),
  ]

  private static let signal = [
    file.row(
      38,
      "ABC-    DEF-    GHI-     |",
      "---X    ---X    ---X    |",
      to: "---'ABC'---'DEF'---'GHI'|"
    ),
    file.row(
      47,
      "AB-   A-ABCDEFGH-         |",
      "--X   -X--------X         |",
      to: "--'AB'-A--------'ABCDEFGH'|"
    ),
    file.row(56, "--1--|", "XX-XX|", to: "---1-|"),
    file.row(65, "AB^", "---X|", to: "--^"),
    file.row(74, "111-111|", "---X---|", to: "---3---[3|]", values: ["3": "111"]),
  ]

  private static let signalAndCount = [
    file.row(
      83,
      "AB-   A-ABCDEFGH-         |",
      "--X   -X--------X         |",
      to: "--'AB'-A--------'ABCDEFGH'|",
      n: 42
    ),
    file.row(92, "AB   --A-B   -|", "--   X----   X|", to: "-'AB'----'AB'-|", n: 2),
    file.row(
      101,
      "ABCDE      -ABCDE      |",
      "-----      ------      |",
      to: "----'ABCDE'-----'ABCDE'|",
      n: 5
    ),
    file.row(110, "AB-   ABCDE      |", "--X   -----      |", to: "--'AB'----'ABCDE'|", n: 5),
    file.row(119, "ABC^", "----X|", to: "---^", n: 5),
  ]

  private static let time = [
    clock.row(128, "ABC-    DEF-    GHI-     |", to: "---'ABC'---'DEF'---'GHI'|", n: 4),
    clock.row(
      139,
      "AB------    A------- ABCDEFG-         |",
      to: "-------'AB' -------A -------'ABCDEFG'|",
      n: 8
    ),
    clock.row(150, "-- 1- --|", to: "-- -1 --|", n: 2),
    clock.row(161, "AB^", to: "--^", n: 5),
    clock.row(172, "111-111|", to: "---3---[3|]", n: 4, values: ["3": "111"]),
  ]

  private static let timeAndCount = [
    clock.row(
      183,
      "AB------    A------- ABCDEFG-         |",
      to: "-------'AB' -------A -------'ABCDEFG'|",
      n: 42
    ),
    clock.row(194, "AB   --A-B   -|", to: "-'AB'----'AB'-|", n: 2),
    clock.row(205, "ABCDE      --- ABCDE      |", to: "----'ABCDE'--- ----'ABCDE'|", n: 5),
    clock.row(216, "AB------    ABCDE      |", to: "-------'AB' ----'ABCDE'|", n: 5),
    clock.row(227, "ABC^", to: "---^", n: 5),
  ]
}
