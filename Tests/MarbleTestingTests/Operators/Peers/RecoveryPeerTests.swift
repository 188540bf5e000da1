import CombineShim
import MarbleTesting
import Testing

/// Another stream in place of a failed one.
@Suite struct RecoveryPeerTests {
  static let operators = [
    PeerOperator("catch", of: .openCombine, caught) { run in
      let other = run[1]
      run.expect(run[0].publisher.catch { _ in other.publisher })
    },
    PeerOperator("tryMap, catch", of: .openCombine, replaced) { run in
      let input = run[0].publisher.tryMap { if $0 == "c" { throw Offline() } else { $0 } }
      run.expect(input.catch { _ in ["X", "Y", "Z"].publisher })
    },
    PeerOperator("catch", of: .openCombine, literal) { run in
      run.expect(run[0].publisher.catch { _ in run.row.text.map(String.init).publisher })
    },
    PeerOperator("retry", of: .openCombine, retry) { run in
      run.expect(run[0].publisher.retry(run.row.n))
    },
  ]

  @Test(arguments: operators.cases)
  func `catch and retry behave as their peers do`(row: PeerCase) { row.check() }

  private static let spec = PeerFile.rxJS("catchError", "153bbe3b", .rxJSRun)

  private static let caught = [
    spec.row(1, "  --a--b--#       ", .cold("         -1-2-3-|"), to: "--a--b---1-2-3-|"),
    spec.row(
      3,
      "  --a--b--#          ",
      .cold("         1-2-3-4-5-|", subs: "  --------^---------!"),
      to: "--a--b--1-2-3-4-5-|"
    ),
    spec.row(
      6,
      "  -1-2-3-#          ",
      "  ---3-4-5-6-7-8-9-|",
      to: "-1-2-3-5-6-7-     ",
      unsubscribed: 12
    ),
    spec.row(
      7,
      "  -1-2-3-#          ",
      .cold("       5-6-7-8-9-|", subs: "  -------^----!     "),
      to: "-1-2-3-5-6-7-     ",
      unsubscribed: 12
    ),
    spec.row(
      10,
      "  --a--b--#          ",
      "  1-2-3-4-5-6-7-8-9-|",
      to: "--a--b--5-6-7-8-9-|"
    ),
    spec.row(15, "  --a--b--#", .cold("         |", subs: "  --------(^!)"), to: "--a--b--|"),
    spec.row(16, "  --a--b--#", .cold("         #", subs: "  --------(^!)"), to: "--a--b--#"),
    spec.row(17, "  --a--b--#", .cold("         -", subs: "  --------^"), to: "--a--b---"),
  ]

  private static let replaced = [
    spec.row(2, "  --a--b--c--------|", to: "--a--b--(XYZ|)")
  ]

  private static let literal = [
    spec.row(4, "  --1-2-3-4-5-6---#", to: "--1-2-3-         ", text: "XYZ", unsubscribed: 7),
    spec.row(13, .cold(" #", subs: "    (^!)"), to: "(abc|)", text: "abc"),
    spec.row(14, .cold(" --a--b--c--|", subs: "    ^----------!"), to: "--a--b--c--|", text: "xyz"),
  ]

  private static let retrySpec = PeerFile.rxJS("retry", "01397f0f")

  /// A retry without a count is one with a count that is not reached.
  private static let retry = [
    retrySpec.row(
      1,
      .cold(
        "--1-2-3-#",
        subs: "^       !                ",
        "        ^       !        ",
        "                ^       !"
      ),
      to: "--1-2-3---1-2-3---1-2-3-#",
      n: 2
    ),
    retrySpec.row(5, .cold("|", subs: "(^!)"), to: "|", n: 100),
    retrySpec.row(6, .cold("-", subs: "^"), to: "-", n: 100),
    retrySpec.row(7, .cold("-#"), to: "------", n: 100, unsubscribed: 37),
    retrySpec.row(8, "--1--2--^--3--4--5---|", to: "---3--4--5---|", n: 100),
    retrySpec.row(9, "--1--2--^--3--4--5---", to: "---3--4--5---", n: 100),
    retrySpec.row(
      10,
      .cold(
        "--1-2-3-#",
        subs: "^       !                             ",
        "        ^       !                     ",
        "                ^       !             ",
        "                        ^       !     ",
        "                                ^    !"
      ),
      to: "--1-2-3---1-2-3---1-2-3---1-2-3---1-2-",
      n: 100,
      unsubscribed: 37
    ),
    retrySpec.row(
      11,
      .cold("--1-2-3-#", subs: "^       !                ", "        ^    !           "),
      to: "--1-2-3---1-2-",
      n: 3,
      unsubscribed: 13
    ),
  ]
}
