import AsyncAlgorithms
import CombineShim
import MarbleTesting
import Testing

/// One stream after another.
@Suite struct ConcatPeerTests {
  static let operators = [
    PeerOperator("append", of: .openCombine, concat + [hot]) { run in
      run.expect(run[0].publisher.append(run[1].publisher))
    },
    // NB: `elements` subscribes when it is read; joined reads each when it starts.
    PeerOperator("joined", of: .asyncAlgorithms, concat + [hot]) { run in
      let (first, second) = (run[0], run[1])
      // `throws`, because joined traps at a failure if the outer sequence cannot fail.
      run.expect([first, second].async.map { input throws in input.elements }.joined())
    },
    PeerOperator("chain", of: .asyncAlgorithms, [hot]) { run in
      run.expect(chain(run[0].elements, run[1].elements))
    },
  ]

  @Test(arguments: operators.cases)
  func `append, joined and chain behave as their peers do`(row: PeerCase) { row.check() }

  private static let spec = PeerFile.rxJS("concat", "0a83e69c")

  private static let concat = [
    spec.row(1, .cold("--a--b-|"), .cold("--x---y--|"), to: "--a--b---x---y--|"),
    spec.row(3, .cold("--|", subs: "^ !"), .cold("----|", subs: "  ^   !"), to: "------|"),
    spec.row(4, .cold("-", subs: "^"), .unused("--|"), to: "-"),
    spec.row(5, .cold("--|", subs: "^ !"), .cold("---", subs: "  ^"), to: "---"),
    spec.row(6, .cold("-", subs: "^"), .unused("-"), to: "-"),
    spec.row(7, .cold("--|", subs: "^ !"), .cold("----#", subs: "  ^   !"), to: "------#"),
    spec.row(8, .cold("---#", subs: "^  !"), .unused("----|"), to: "---#"),
    spec.row(9, .cold("---#", subs: "^  !"), .unused("------#"), to: "---#"),
    spec.row(
      10,
      .cold("--a--|", subs: "^    !"),
      .cold("--------|", subs: "     ^       !"),
      to: "--a----------|"
    ),
    spec.row(11, .cold("--|", subs: "^ !"), .cold("--a--|", subs: "  ^    !"), to: "----a--|"),
    spec.row(12, .cold("--a--|", subs: "^    !"), .cold("-", subs: "     ^"), to: "--a---"),
    spec.row(13, .cold("-", subs: "^"), .unused("--a--|"), to: "-"),
    spec.row(
      14,
      .cold("---a|", subs: "^   !"),
      .cold("-----b--|", subs: "    ^       !"),
      to: "---a-----b--|"
    ),
    spec.row(
      15,
      .cold("---a-a--a|            ", subs: "^        !            "),
      .cold("-----b-b--b-|", subs: "         ^       !    "),
      to: "---a-a--a-----b-b     ",
      unsubscribed: 17
    ),
    spec.row(17, .cold("--#", subs: "^ !"), .unused("----a--|"), to: "--#"),
    spec.row(
      18,
      .cold("--a--|", subs: "^    !"),
      .cold("-------#", subs: "     ^      !"),
      to: "--a---------#"
    ),
    spec.row(
      20,
      "--a--b--c---|",
      .cold("-x-y-z-|", subs: "            ^      !"),
      to: "--a--b--c----x-y-z-|"
    ),
    spec.row(21, "--a--b--c--|", "--------x--y--z--|", to: "--a--b--c--y--z--|"),
  ]

  private static let hot = spec.row(
    19,
    "--a--b-|",
    "--------x--y--|",
    to: "--a--b--x--y--|"
  )
}
