import AsyncAlgorithms
import CombineShim
import MarbleTesting
import Testing

@Suite struct SharePeerTests {
  static let operators = [
    PeerOperator("share", of: .openCombine, share) { run in
      run.expect(run[0].publisher.share())
    },
    PeerOperator("share, retry", of: .openCombine, retried) { run in
      run.expect(run[0].publisher.share().retry(run.row.n))
    },
    PeerOperator("share", of: .asyncAlgorithms, share) { run in
      run.expect(run[0].elements.share())
    },
  ]

  @Test(arguments: operators.cases)
  func `share behaves as its peers do`(row: PeerCase) { row.check() }

  private static let spec = PeerFile.rxJS("share", "01a2d15e")

  private static let share = [
    spec.row(1, .cold("--1-2---3-4--5-|", subs: "^              !"), to: "--1-2---3-4--5-|"),
    spec.row(3, "---a--^--b--c--d--e--#", to: "---b--c--d--e--#"),
    spec.row(
      4,
      .cold("---a--b--c--d--e--|", subs: "^                 !"),
      to: "---a--b--c--d--e--|"
    ),
    spec.row(
      5,
      .cold("---a--b--c--d--e--#", subs: "^                 !"),
      to: "---a--b--c--d--e--#"
    ),
    spec.row(10, .cold("|", subs: "(^!)"), to: "|"),
    spec.row(11, .cold("-", subs: "^"), to: "-"),
    spec.row(12, .cold("#", subs: "(^!)"), to: "#"),
  ]

  private static let retried = [
    spec.row(
      6,
      .cold(
        "---a--b--c--d--e--#",
        subs: "^                 !                  ",
        "                  ^                 !"
      ),
      to: "---a--b--c--d--e-----a--b--c--d--e--#",
      n: 1
    )
    .but(
      .openCombine,
      "---a--b--c--d--e--#",
      subs: [0: ["^-----------------!"]],
      because: "After a failure it does not subscribe again."
    )
  ]
}
