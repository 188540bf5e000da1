import CombineShim
import MarbleTesting
import Testing

/// Parts of a stream until another one sends.
@Suite struct UntilPeerTests {
  static let operators = [
    PeerOperator("prefix(untilOutputFrom:)", of: .openCombine, takeUntil) { run in
      run.expect(run[0].publisher.prefix(untilOutputFrom: run[1].publisher))
    },
    PeerOperator("drop(untilOutputFrom:)", of: .openCombine, skipUntil) { run in
      run.expect(run[0].publisher.drop(untilOutputFrom: run[1].publisher))
    },
  ]

  @Test(arguments: operators.cases)
  func `an end when another sends behaves as its peers do`(row: PeerCase) { row.check() }

  private static let kept = "The subscription to the other publisher is kept."
  private static let noFailure = "A failure of the other publisher changes nothing."

  private static let take = PeerFile.rxJS("takeUntil", "996183da", .rxJSRun)
  private static let letters = PeerInput(stringLiteral: "--a--b--c--d--e--f--g--|")

  private static let takeUntil = [
    take.row(1, letters, "-------------z--|       ", to: "--a--b--c--d-|          "),
    take.row(2, letters, "-------------#          ", to: "--a--b--c--d-#          ")
      .but(.openCombine, "--a--b--c--d--e--f--g--|", because: noFailure),
    take.row(3, letters, "-------------|          ", to: "--a--b--c--d--e--f--g--|"),
    take.row(4, letters, "-", to: "--a--b--c--d--e--f--g--|"),
    take.row(7, letters, "-------------z--|", to: "--a--b--", unsubscribed: 7),
    take.row(8, "-", "--a--b--|", to: "--|")
      .but(.openCombine, leaves: .subscription, because: kept),
    take.row(9, "-", "--#", to: "--#")
      .but(.openCombine, "---", because: noFailure),
    take.row(10, "-", "--|", to: "---"),
    take.row(11, "-", "-", to: "-"),
    take.row(12, "----a--|", "--x     ", to: "--|     ")
      .but(.openCombine, leaves: .subscription, because: kept),
    take.row(13, "--a--b--c--d--#     ", "----------------a--|", to: "--a--b--c--d--#     "),
    take.row(14, .cold("#", subs: "(^!)"), "--x", to: "#"),
    take.row(15, "---a---|", "--x-|   ", to: "--|     "),
    take.row(16, "--a--|     ", "-------x--|", to: "--a--|     "),
  ]

  private static let ends = "The end of the other publisher without a value ends the output."
  private static let skip = PeerFile.rxJS("skipUntil", "cb9a533b", .rxJSRun)
  private static let five = PeerInput(stringLiteral: "--a--b--c--d--e--|")

  private static let skipUntil = [
    skip.row(1, "--a--b--c--d--e----|", "---------x------|   ", to: "-----------d--e----|"),
    skip.row(2, five, "  ---------x----|   ", to: "-----------d--e--|"),
    skip.row(4, five, "-------------#    ", to: "-------------#    "),
    skip.row(5, five, "------------|     ", to: "-----------------|")
      .but(.openCombine, "------------|", because: ends),
    skip.row(
      6,
      "--a--b--c--d--e----|",
      "-------------x--|   ",
      to: "----------          ",
      unsubscribed: 9
    ),
    skip.row(9, five, .cold("|", subs: "(^!)"), to: "-----------------|")
      .but(.openCombine, "|", because: ends),
    skip.row(
      10,
      "------------------------------|",
      "-------|                       ",
      to: "------------------------------|"
    )
    .but(.openCombine, "-------|", because: ends),
    skip.row(11, "-", "-------------x--|", to: "-"),
    skip.row(12, .cold("-", subs: "^"), "-------------x--|", to: "-"),
    skip.row(13, .cold("-", subs: "^------------!"), "-------------#", to: "-------------#"),
    skip.row(14, five, .cold("-", subs: "^----------------!"), to: "-----------------|")
      .but(.openCombine, subs: [1: ["^"]], leaves: .subscription, because: kept),
    skip.row(15, five, "-", to: "-----------------|")
      .but(.openCombine, leaves: .subscription, because: kept),
    skip.row(
      16,
      "^-a--b--c--d--e--|       ",
      "^-----------------------|",
      to: "-----------------|       "
    ),
    skip.row(17, "-", "--------------|", to: "-")
      .but(.openCombine, "--------------|", because: ends),
    skip.row(18, "-", "-", to: "-"),
  ]
}
