import AsyncAlgorithms
import CombineShim
import MarbleTesting
import Testing

@Suite struct ScanPeerTests {
  static let operators = [
    PeerOperator("scan", of: .openCombine, sums) { run in
      run.expect(run[0].publisher.scan(0) { $0 + (Int($1) ?? 0) })
    },
    PeerOperator("reductions", of: .asyncAlgorithms, sums) { run in
      run.expect(run[0].elements.reductions(0) { $0 + (Int($1) ?? 0) })
    },
    PeerOperator("scan", of: .openCombine, joined) { run in
      run.expect(run[0].publisher.scan("") { $0 + $1 })
    },
    PeerOperator("reductions", of: .asyncAlgorithms, joined + unseeded) { run in
      run.expect(run[0].elements.reductions { $0 + $1 })
    },
    PeerOperator("tryScan", of: .openCombine, failing) { run in
      run.expect(run[0].publisher.tryScan("") { if $1 == "d" { throw Offline() } else { $0 + $1 } })
    },
    PeerOperator("reductions", of: .asyncAlgorithms, failing) { run in
      run.expect(
        run[0].elements.reductions { if $1 == "d" { throw Offline() } else { $0 + $1 } }
      )
    },
    PeerOperator("reduce", of: .openCombine, total) { run in
      run.expect(run[0].publisher.reduce(0) { $0 + (Int($1) ?? 0) })
    },
    PeerOperator("reduce", of: .openCombine, seeded) { run in
      run.expect(run[0].publisher.reduce(run.row.text) { $0 + $1 })
    },
    PeerOperator("tryReduce", of: .openCombine, reduceFailing) { run in
      run.expect(run[0].publisher.tryReduce("n") { _, _ in throw Offline() })
    },
  ]

  @Test(arguments: operators.cases)
  func `scan and reduce behave as their peers do`(row: PeerCase) { row.check() }

  private static let values = ["a": "1", "b": "3", "c": "5", "x": "1", "y": "4", "z": "9"]
  private static let letters = [
    "u": "b", "v": "bc", "w": "bcd", "x": "bcde", "y": "bcdef", "z": "bcdefg",
  ]
  private static let spec = PeerFile.rxJS("scan", "040d951f")

  private static let sums = [
    spec.row(1, "--a--b--c--|", to: "--x--y--z--|", values: values)
  ]

  private static let joined = [
    spec.row(2, "--a--^--b--c--d--e--f--g--|", to: "---u--v--w--x--y--z--|", values: letters),
    spec.row(5, "--a--^--b--c--d--#", to: "---u--v--w--#", values: letters),
    spec.row(7, .cold("|", subs: "(^!)"), to: "|"),
    spec.row(8, .cold("-", subs: "^"), to: "-"),
    spec.row(9, .cold("#", subs: "(^!)"), to: "#"),
    spec.row(
      10,
      "--a--^--b--c--d--e--f--g--|",
      to: "---u--v--w--x--       ",
      values: letters,
      unsubscribed: 14
    ),
  ]

  private static let unseeded = [
    spec.row(
      4,
      "--a--^--b--c--d--|",
      to: "---x--y--z--|",
      values: ["x": "b", "y": "bc", "z": "bcd"]
    )
  ]

  private static let failing = [
    spec.row(
      6,
      "--a--^--b--c--d--e--f--g--|",
      to: "---u--v--#            ",
      values: letters
    )
  ]

  private static let reduce = PeerFile.rxJS("reduce", "01a2d15e")

  private static let total = [
    reduce.row(
      1,
      "--a--b--c--|",
      to: "-----------(x|)",
      values: ["a": "1", "b": "3", "c": "5", "x": "9"]
    )
  ]

  private static let seeded = [
    reduce.row(2, "--a--b--|", to: "--------(x|)", text: "n", values: ["x": "nab"]),
    reduce.row(7, "--a--^-------|", to: "--------(x|)", text: "42", values: ["x": "42"]),
    reduce.row(9, "--a--b--|", to: "-------  ", unsubscribed: 6),
    reduce.row(11, "--a--b--#", to: "--------#", text: "42"),
    reduce.row(12, "----#", to: "----#", text: "42"),
    reduce.row(14, "--a--", to: "-----", text: "n"),
    reduce.row(15, .cold("-", subs: "^"), to: "-", text: "n"),
  ]

  private static let reduceFailing = [reduce.row(13, "--a--b--|", to: "--#     ")]
}
