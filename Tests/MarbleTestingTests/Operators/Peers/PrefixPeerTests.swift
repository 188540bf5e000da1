import CombineShim
import MarbleTesting
import Testing

/// Parts of a stream by their number.
@Suite struct PrefixPeerTests {
  static let operators = [
    PeerOperator("prefix", of: .openCombine, take) { run in
      run.expect(run[0].publisher.prefix(run.row.n))
    },
    PeerOperator("dropFirst", of: .openCombine, skip) { run in
      run.expect(run[0].publisher.dropFirst(run.row.n))
    },
    PeerOperator("output(at:)", of: .openCombine, elementAt) { run in
      run.expect(run[0].publisher.output(at: run.row.n))
    },
  ]

  @Test(arguments: operators.cases)
  func `prefix, dropFirst and output behave as their peers do`(row: PeerCase) { row.check() }

  private static let next = "It ends with the value after its last."
  private static let noFailure = "An index that is not reached is no failure."

  private static let takeSpec = PeerFile.rxJS("take", "0bcd8893")

  private static let take = [
    takeSpec.row(1, .cold("--a-----b----c---d--|", subs: "^       !"), to: "--a-----(b|)", n: 2)
      .but(.openCombine, "--a-----b----|", subs: [0: ["^------------!"]], because: next),
    takeSpec.row(2, .cold("|", subs: "(^!)"), to: "|", n: 42),
    takeSpec.row(3, .cold("-", subs: "^"), to: "-", n: 42),
    takeSpec.row(4, "--a--^--b----c---d--|", to: "|", n: 0)
      .but(.openCombine, "---|", because: next),
    takeSpec.row(5, "---(a|)", to: "---(a|)", n: 1),
    takeSpec.row(6, "--a--^--b----c---d--|", to: "---(b|)         ", n: 1)
      .but(.openCombine, "---b----|", because: next),
    takeSpec.row(7, "--a--^----|", to: "-----|", n: 42),
    takeSpec.row(8, "---^---#", to: "----#", n: 42),
    takeSpec.row(9, "---^--a--b--#", to: "---a--b--#", n: 42),
    takeSpec.row(10, "---^--a--b-----c--d--e--|", to: "---a--b---", n: 42, unsubscribed: 9),
    takeSpec.row(11, .cold("#", subs: "(^!)"), to: "#", n: 42),
  ]

  private static let skipSpec = PeerFile.rxJS("skip", "15cdc7cd", .rxJSRun)

  private static let skip = [
    skipSpec.row(1, "--a--b--c--d--e--|", to: "  -----------d--e--|", n: 3),
    skipSpec.row(2, "--a--b--c--d--e--|", to: "  -----------------|", n: 6),
    skipSpec.row(3, "--a--b--c--d--e--|", to: "  -----------------|", n: 5),
    skipSpec.row(4, "--a--b--c--d--e--|", to: "  --a--b--c--d--e--|", n: 0),
    skipSpec.row(5, "--a--b--c--d--e--|", to: "  --------c--       ", n: 2, unsubscribed: 10),
    skipSpec.row(7, "--a--b--c--d--#", to: "  --------------#", n: 6),
    skipSpec.row(8, "--a--b--c--d--#", to: "  --------------#", n: 4),
    skipSpec.row(9, "--a--b--c--d--#", to: "  -----------d--#", n: 3),
    skipSpec.row(10, .cold(" |", subs: "  (^!)"), to: "|", n: 3),
    skipSpec.row(12, "  --a--b--c-", to: "-----b--c-", n: 1),
    skipSpec.row(15, .cold(" #", subs: "  (^!)"), to: "#", n: 3),
  ]

  private static let elementAtSpec = PeerFile.rxJS("elementAt", "068cc1bc", .rxJSRun)

  private static let elementAt = [
    elementAtSpec.row(1, "  --a--b--c-d---|", to: "--------(c|)   ", n: 2)
      .but(.openCombine, "--------c-|", because: next),
    elementAtSpec.row(2, "  --a--b--c--|", to: "--(a|)", n: 0)
      .but(.openCombine, "--a--|", because: next),
    elementAtSpec.row(4, "  --a--b--c--d--e--f--|", to: "-----------(d|)      ", n: 3)
      .but(.openCombine, "-----------d--|", because: next),
    elementAtSpec.row(5, "  --a--b--c--|", to: "--------(c|)", n: 2)
      .but(.openCombine, "--------c--|", because: next),
    elementAtSpec.row(6, .cold(" |   ", subs: "  (^!)"), to: "#   ", n: 0)
      .but(.openCombine, "|", because: noFailure),
    elementAtSpec.row(7, .cold(" #   ", subs: "  (^!)"), to: "#   ", n: 0),
    elementAtSpec.row(9, "  --a--b--c--|", to: "-------     ", n: 2, unsubscribed: 6),
    elementAtSpec.row(12, "  --a--|", to: "-----#", n: 3)
      .but(.openCombine, "-----|", because: noFailure),
  ]
}
