import CombineShim
import MarbleTesting
import Testing

/// The first, the last and a matching value.
@Suite struct FirstPeerTests {
  static let operators = [
    PeerOperator("first", of: .openCombine, first) { run in run.expect(run[0].publisher.first()) },
    PeerOperator("first(where:)", of: .openCombine, firstMatch + find) { run in
      let match = run.row.text
      run.expect(run[0].publisher.first { $0 == match })
    },
    PeerOperator("tryFirst(where:)", of: .openCombine, firstFailing) { run in
      run.expect(run[0].publisher.tryFirst { try $0 == "d" && fail() })
    },
    PeerOperator("last", of: .openCombine, last) { run in run.expect(run[0].publisher.last()) },
    PeerOperator("last(where:)", of: .openCombine, lastMatch) { run in
      run.expect(run[0].publisher.last { $0 == "b" })
    },
    PeerOperator("tryLast(where:)", of: .openCombine, lastFailing) { run in
      run.expect(run[0].publisher.tryLast { try $0 == "c" && fail() })
    },
  ]

  @Test(arguments: operators.cases)
  func `first and last behave as their peers do`(row: PeerCase) { row.check() }

  private static let noFailure = "A missing value is no failure."
  private static let spec = PeerFile.rxJS("first", "02ee339f", .rxJSRun)

  private static let first = [
    spec.row(1, "  -----a--b--c---d---|", to: "-----(a|)           "),
    spec.row(2, "  ---(a|)", to: "---(a|)"),
    spec.row(3, "--a--^----|", to: "   -----#")
      .but(.openCombine, "-----|", because: noFailure),
    spec.row(6, "---^---#", to: " ----#"),
    spec.row(7, "--^-------", to: "--------"),
    spec.row(8, "--a--^-----b----c---d--|", to: "   ----", unsubscribed: 3),
  ]

  private static let firstMatch = [
    spec.row(11, "--a-^--b--c--a--c--|", to: "  ------(c|)      ", text: "c"),
    spec.row(13, "--a-^--b--c--a--c--|", to: "  ---------------#", text: "s")
      .but(.openCombine, "---------------|", because: noFailure),
    spec.row(15, "--a-^--b--c--a--#", to: "  ------------#", text: "s"),
  ]

  private static let firstFailing = [
    spec.row(17, "--a-^--b--c--d--e--|", to: "  ---------#      ")
  ]

  private static let findSpec = PeerFile.rxJS("find", "1b0a3160")

  private static let find = [
    findSpec.row(3, "-", to: "-", text: "a"),
    findSpec.row(5, "--a--|", to: "--(a|)", text: "a"),
    findSpec.row(6, "--a--b---c-|", to: "-----(b|)", text: "b"),
    findSpec.row(9, "--a--b--c--|", to: "-------     ", text: "z", unsubscribed: 6),
    findSpec.row(11, "--a--b--#", to: "--------#", text: "z"),
  ]

  private static let lastSpec = PeerFile.rxJS("last", "16dcb933", .rxJSRun)

  private static let last = [
    lastSpec.row(1, "  --a----b--c--|   ", to: "-------------(c|)"),
    lastSpec.row(2, "--a--^----|", to: "   -----#")
      .but(.openCombine, "-----|", because: noFailure),
    lastSpec.row(3, .cold(" |   ", subs: "  (^!)"), to: "#   ")
      .but(.openCombine, "|", because: noFailure),
    lastSpec.row(4, .cold(" -", subs: "  ^"), to: "-"),
    lastSpec.row(6, "  --a--b--c--d--|", to: "--------       ", unsubscribed: 7),
    lastSpec.row(9, "--a---^---b---c---d---|   ", to: "    ----------------(d|)"),
  ]

  private static let lastMatch = [
    lastSpec.row(5, "  --a--b--a--b--|   ", to: "--------------(b|)")
  ]

  private static let lastFailing = [
    lastSpec.row(10, "--a--^---b---c---d---e--|", to: "   --------#           ")
  ]

  private static func fail() throws -> Bool { throw Offline() }
}
