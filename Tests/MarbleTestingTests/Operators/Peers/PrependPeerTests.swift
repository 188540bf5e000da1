import AsyncAlgorithms
import CombineShim
import MarbleTesting
import Testing

/// Values before and after a stream, or in place of it.
@Suite struct PrependPeerTests {
  static let operators = [
    PeerOperator("prepend", of: .openCombine, startWith) { run in
      run.expect(run[0].publisher.prepend(run.row.text.map(String.init)))
    },
    PeerOperator("append", of: .openCombine, endWith) { run in
      run.expect(run[0].publisher.append(run.row.text.map(String.init)))
    },
    PeerOperator("chain", of: .asyncAlgorithms, endWith) { run in
      run.expect(chain(run[0].elements, run.row.text.map(String.init).async))
    },
    PeerOperator("replaceEmpty", of: .openCombine, defaultIfEmpty) { run in
      run.expect(run[0].publisher.replaceEmpty(with: run.row.text))
    },
    PeerOperator("ignoreOutput", of: .openCombine, ignoreElements) { run in
      run.expect(run[0].publisher.ignoreOutput())
    },
  ]

  @Test(arguments: operators.cases)
  func `prepend, append and replaceEmpty behave as their peers do`(row: PeerCase) { row.check() }

  private static let start = PeerFile.rxJS("startWith", "0bcd8893")

  private static let startWith = [
    start.row(
      1,
      .cold("---a--b--c--|", subs: "^           !"),
      to: "s--a--b--c--|",
      text: "s"
    ),
    start.row(2, "--a--|", to: "x-a--|", text: "x"),
    start.row(3, "----a-", to: "x---a-", text: "x"),
    start.row(4, .cold("-", subs: "^"), to: "x-", text: "x"),
    start.row(5, "---|", to: "x--|", text: "x"),
    start.row(6, .cold("|", subs: "(^!)"), to: "(x|)", text: "x"),
    start.row(7, .cold("(a|)", subs: "(^!)"), to: "(xa|)", text: "x"),
    start.row(8, "-----a--|", to: "(yz)-a--|", text: "yz"),
    start.row(9, "--#", to: "x-#", text: "x"),
    start.row(10, .cold("#", subs: "(^!)"), to: "(x#)", text: "x"),
    start.row(13, "-a-|", to: "-a-|"),
  ]

  private static let end = PeerFile.rxJS("endWith", "2d20b1c4", .rxJSRun)

  private static let endWith = [
    end.row(
      1,
      .cold(" ---a--b--c--|   ", subs: "  ^-----------!   "),
      to: "---a--b--c--(s|)",
      text: "s"
    ),
    end.row(3, "  --a--|   ", to: "--a--(x|)", text: "x"),
    end.row(4, "  ----a-", to: "----a-", text: "x"),
    end.row(5, .cold(" -", subs: "  ^"), to: "-", text: "x"),
    end.row(6, "  ---|   ", to: "---(x|)", text: "x"),
    end.row(7, .cold(" |   ", subs: "  (^!)"), to: "(x|)", text: "x"),
    end.row(8, .cold(" (a|) ", subs: "  (^!) "), to: "(ax|)", text: "x"),
    end.row(9, "  -----a--|    ", to: "-----a--(yz|)", text: "yz"),
    end.row(10, "  --#", to: "--#", text: "x"),
    end.row(11, .cold(" #   ", subs: "  (^!)"), to: "#   ", text: "x"),
    end.row(12, "  ---a--b----c--d--|", to: "---a--b---        ", text: "s", unsubscribed: 9),
    end.row(14, "  -a-|", to: "-a-|"),
  ]

  private static let empty = PeerFile.rxJS("defaultIfEmpty", "040d951f")

  private static let defaultIfEmpty = [
    empty.row(1, "--------|", to: "--------(x|)", text: "42", values: ["x": "42"]),
    empty.row(2, .cold("|", subs: "(^!)"), to: "(x|)", text: "x"),
    empty.row(4, "--a--b--|", to: "--a--b--|", text: "x"),
    empty.row(6, "--a--b--|", to: "--a--    ", text: "x", unsubscribed: 4),
    empty.row(8, .cold("#", subs: "(^!)"), to: "#", text: "x"),
  ]

  private static let ignore = PeerFile.rxJS("ignoreElements", "0bcd8893")

  private static let ignoreElements = [
    ignore.row(1, "--a--b--c--d--|", to: "--------------|"),
    ignore.row(2, "--a--b--c--d--|", to: "--------       ", unsubscribed: 7),
    ignore.row(4, "--a--#", to: "-----#"),
    ignore.row(5, .cold("|", subs: "(^!)"), to: "|"),
    ignore.row(6, .cold("-", subs: "^"), to: "-"),
    ignore.row(7, .cold("#", subs: "(^!)"), to: "#"),
  ]
}
