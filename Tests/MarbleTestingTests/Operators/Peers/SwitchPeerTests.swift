import AsyncAlgorithms
import CombineShim
import MarbleTesting
import Testing

/// Only the newest inner stream is received; the names x, y and z are inner streams.
@Suite struct SwitchPeerTests {
  static let operators = [
    PeerOperator("map, switchToLatest", of: .openCombine, switchMap + switchAll + latest) { run in
      let inputs = run.named
      run.expect(run[0].publisher.map { inputs($0).publisher }.switchToLatest())
    },
    PeerOperator("flatMapLatest", of: .asyncAlgorithms, switchMap + switchAll + latest) { run in
      let inputs = run.named
      run.expect(run[0].elements.flatMapLatest { inputs($0).elements })
    },
  ]

  @Test(arguments: operators.cases)
  func `switchToLatest and flatMapLatest behave as their peers do`(row: PeerCase) { row.check() }

  static let kept = "Cancellation ends neither the outer nor the inner subscription."
  static let late = "A failure of the outer sequence does not end the inner subscription."

  private static let spec = PeerFile.rxJS("switchMap", "02bc478b")
  private static let outer = PeerInput(stringLiteral: "---------x---------y---------|        ")
  private static let first = "--a--b--c--d--e--|           "
  private static let second = "---f---g---h---i--|"
  private static let switched = "         ^         !                  "

  private static let switchMap = [
    spec.row(
      5,
      outer,
      .cold(first, subs: switched),
      .cold(second, subs: "                   ^                 !"),
      to: "-----------a--b--c----f---g---h---i--|"
    ),
    spec.row(
      7,
      .cold("---------x---------y---------|", subs: "^                    !"),
      .cold(first, subs: switched),
      .cold(second, subs: "                   ^ !                "),
      to: "-----------a--b--c----                ",
      unsubscribed: 21
    )
    .but(
      .asyncAlgorithms,
      subs: [0: ["^----------------------------!"], 2: ["-------------------^--!"]],
      because: kept
    ),
    spec.row(
      9,
      outer,
      .cold(first, subs: switched),
      .cold("---f---g---h---i--", subs: "                   ^"),
      to: "-----------a--b--c----f---g---h---i--"
    )
    .but(.asyncAlgorithms, leaves: .subscription, because: kept),
    spec.row(
      10,
      "---------(xy)----------------|",
      .cold(first, subs: "         (^!)                 "),
      .cold(second, subs: "         ^                 !  "),
      to: "------------f---g---h---i----|"
    ),
    spec.row(
      11,
      outer,
      .cold("--a--b--#--d--e--|", subs: "         ^       !"),
      .unused("---f---g---h---i--"),
      to: "-----------a--b--#"
    ),
    spec.row(
      12,
      outer,
      "-----a--b--c--d--e--|                 ",
      "--p-o-o-p-------------f---g---h---i--|",
      to: "-----------c--d--e----f---g---h---i--|"
    ),
    spec.row(
      13,
      outer,
      .cold("|", subs: "         (^!)"),
      .cold("|", subs: "                   (^!)"),
      to: "-----------------------------|"
    ),
    spec.row(
      14,
      outer,
      .cold("|", subs: "         (^!)"),
      .cold("-", subs: "                   ^"),
      to: "------------------------------"
    )
    .but(.asyncAlgorithms, leaves: .subscription, because: kept),
    spec.row(
      15,
      outer,
      .cold("-", subs: switched),
      .cold("|", subs: "                   (^!)"),
      to: "-----------------------------|"
    ),
    spec.row(
      16,
      outer,
      .cold("-", subs: switched),
      .cold("#", subs: "                   (^!)"),
      to: "-------------------#"
    ),
    spec.row(18, .cold("|", subs: "(^!)"), to: "|"),
    spec.row(19, .cold("-", subs: "^"), to: "-")
      .but(.asyncAlgorithms, leaves: .subscription, because: kept),
    spec.row(20, .cold("#", subs: "(^!)"), to: "#"),
    spec.row(
      21,
      "---------x---------#",
      .cold(first, subs: switched),
      to: "-----------a--b--c-#"
    )
    .but(.asyncAlgorithms, subs: [1: ["---------^----------!"]], because: late),
  ]
}
