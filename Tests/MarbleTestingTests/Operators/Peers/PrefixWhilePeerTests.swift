import CombineShim
import MarbleTesting
import Testing

/// Parts of a stream by a condition.
@Suite struct PrefixWhilePeerTests {
  static let operators = [
    PeerOperator("prefix(while:)", of: .openCombine, takeWhile) { run in
      let last = run.row.text
      run.expect(run[0].publisher.prefix { last.isEmpty || $0 < last })
    },
    PeerOperator("tryPrefix(while:)", of: .openCombine, takeWhileFailing) { run in
      run.expect(run[0].publisher.tryPrefix { _ in throw Offline() })
    },
    PeerOperator("drop(while:)", of: .openCombine, skipWhile) { run in
      let first = run.row.text
      run.expect(run[0].publisher.drop { first.isEmpty || $0 < first })
    },
    PeerOperator("tryDrop(while:)", of: .openCombine, skipWhileFailing) { run in
      run.expect(run[0].publisher.tryDrop { if $0 == "e" { throw Offline() } else { true } })
    },
  ]

  @Test(arguments: operators.cases)
  func `prefix and drop by a condition behave as their peers do`(row: PeerCase) { row.check() }

  private static let takeWhileSpec = PeerFile.rxJS("takeWhile", "143a3057")

  private static let takeWhile = [
    takeWhileSpec.row(1, "-1-^2--3--4--5--6--|", to: "-2--3--|         ", text: "4"),
    takeWhileSpec.row(2, "--a-^-b--c--d--e--|", to: "--b--c--d--e--|"),
    takeWhileSpec.row(4, "--a-^-b--c--d--e--|", to: "--|            ", text: "a"),
    takeWhileSpec.row(6, "--a-^-b--c--d--e--|", to: "--b--c--|      ", text: "d"),
    takeWhileSpec.row(7, "--a-^-b--c--d--e--", to: "--b--c--d--e--"),
    takeWhileSpec.row(8, .cold("-", subs: "^"), to: "-"),
    takeWhileSpec.row(9, "--a-^------------|", to: "-------------|"),
    takeWhileSpec.row(10, .cold("|", subs: "(^!)"), to: "|"),
    takeWhileSpec.row(12, "--a-^-b--c--d--e--#", to: "--b--c--d--e--#"),
    takeWhileSpec.row(13, .cold("#", subs: "(^!)"), to: "#"),
    takeWhileSpec.row(16, "--a-^-b--c--d--e--|", to: "--b---", text: "d", unsubscribed: 5),
  ]

  private static let takeWhileFailing = [
    takeWhileSpec.row(15, "--a-^-b--c--d--e--|", to: "--#            ")
  ]

  private static let skipWhileSpec = PeerFile.rxJS("skipWhile", "11232850")

  private static let skipWhile = [
    skipWhileSpec.row(1, "-1-^2--3--4--5--6--|", to: "-------4--5--6--|", text: "4"),
    skipWhileSpec.row(2, "-1-^2--3--4--5--6--|", to: "----------------|"),
    skipWhileSpec.row(4, "-1-^2--3--4--5--6--|", to: "-2--3--4--5--6--|", text: "0"),
    skipWhileSpec.row(
      6,
      "--1--2-^-3--4--5--6--7--8--",
      to: "--------5--6--7--8--",
      text: "5"
    ),
    skipWhileSpec.row(
      10,
      "--a--b-^-c--d--e--f--g--h--#",
      to: "-----d--e--f--g--h--#",
      text: "d"
    ),
    skipWhileSpec.row(
      11,
      "--a--b-^-c--d--e--f--g--h--|",
      to: "--------e--f--g--h--|",
      text: "e"
    ),
    skipWhileSpec.row(13, .cold("|", subs: "(^!)"), to: "|"),
    skipWhileSpec.row(14, .cold("-", subs: "^"), to: "-"),
    skipWhileSpec.row(15, .cold("#", subs: "(^!)"), to: "#"),
  ]

  private static let skipWhileFailing = [
    skipWhileSpec.row(12, "--a--b-^-c--d--e--f--g--h--|", to: "--------#")
  ]
}
