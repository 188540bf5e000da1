import CombineShim
import MarbleTesting
import Testing

/// One value for a whole stream.
@Suite struct CountPeerTests {
  static let operators = [
    PeerOperator("count", of: .openCombine, count) { run in run.expect(run[0].publisher.count()) },
    PeerOperator("allSatisfy", of: .openCombine, every) { run in
      run.expect(run[0].publisher.allSatisfy { Int($0).map { $0 % 5 == 0 } ?? false })
    },
    PeerOperator("tryAllSatisfy", of: .openCombine, everyFailing) { run in
      let failing = run.row.text
      run.expect(
        run[0].publisher.tryAllSatisfy { if $0 == failing { throw Offline() } else { true } }
      )
    },
    PeerOperator("max", of: .openCombine, max) { run in
      run.expect(run[0].publisher.compactMap { Int($0) }.max())
    },
    PeerOperator("min", of: .openCombine, min) { run in
      run.expect(run[0].publisher.compactMap { Int($0) }.min())
    },
  ]

  @Test(arguments: operators.cases)
  func `count, allSatisfy, max and min behave as their peers do`(row: PeerCase) { row.check() }

  private static let countSpec = PeerFile.rxJS("count", "0b418dbd")

  private static let count = [
    countSpec.row(1, .cold("-", subs: "^"), to: "-"),
    countSpec.row(2, .cold("|", subs: "(^!)"), to: "(w|)", values: ["w": "0"]),
    countSpec.row(3, "--x--^--y--", to: "------"),
    countSpec.row(4, "-x-^---|", to: "----(w|)", values: ["w": "0"]),
    countSpec.row(5, "-x-^--y--|", to: "------(w|)", values: ["w": "1"]),
    countSpec.row(6, "--a--b--c--|", to: "-----------(x|)", values: ["x": "3"]),
    countSpec.row(7, "--a-^-b--c--d--|", to: "-----------(x|)", values: ["x": "3"]),
    countSpec.row(11, "-x-^--y--z--#", to: "---------#"),
    countSpec.row(12, .cold("#", subs: "(^!)"), to: "#"),
  ]

  private static let fives = ["a": "5", "b": "10", "c": "15", "d": "20", "e": "25"]
  private static let yes = fives.merging(["x": "true"]) { $1 }
  private static let no = fives.merging(["x": "false"]) { $1 }
  private static let everySpec = PeerFile.rxJS("every", "0917c13c", .rxJSRun)

  private static let every = [
    everySpec.row(
      1,
      "  --a--b--c--d--e--|",
      to: "-----------(x|)   ",
      values: no.merging(["d": "18"]) { $1 }
    ),
    everySpec.row(6, "  -----|   ", to: "-----(x|)", values: yes),
    everySpec.row(7, "  --a--|", to: "--(x|)", values: ["x": "false"]),
    everySpec.row(13, "  --a--|   ", to: "-----(x|)", values: yes),
    everySpec.row(14, .cold(" (a|)", subs: "  (^!)"), to: "(x|)", values: yes),
    everySpec.row(
      15,
      .cold(" (a|)", subs: "  (^!)"),
      to: "(x|)",
      values: ["a": "3", "x": "false"]
    ),
    everySpec.row(17, .cold(" (abcd|)", subs: "  (^!)   "), to: "(x|)   ", values: yes),
    everySpec.row(
      18,
      .cold(" (abcd|)", subs: "  (^!)   "),
      to: "(x|)   ",
      values: no.merging(["b": "9"]) { $1 }
    ),
    everySpec.row(20, "  --a--b--c--d--e--|   ", to: "-----------------(x|)", values: yes),
    everySpec.row(21, "  --#", to: "--#"),
    everySpec.row(22, .cold(" -", subs: "  ^"), to: "-"),
    everySpec.row(26, "--z--^-----|   ", to: "   ------(x|)", values: yes),
  ]

  private static let everyFailing = [
    everySpec.row(12, "  --a--b--c--d--e--|", to: "--------#", text: "c"),
    everySpec.row(19, .cold(" (abcd|)", subs: "  (^!)   "), to: "#      ", text: "c"),
  ]

  private static let numbers = ["a": "42", "b": "-1", "c": "3", "x": "42"]
  private static let maxSpec = PeerFile.rxJS("max", "0b9b5fdb", .rxJSRun)

  private static let max = [
    maxSpec.row(1, "  --a--b--c--|   ", to: "-----------(x|)", values: numbers),
    maxSpec.row(3, .cold(" |   ", subs: "  (^!)"), to: "|   "),
    maxSpec.row(5, "-x-^---|", to: " ----|"),
    maxSpec.row(6, "-x-^--y--|   ", to: " ------(w|)", values: ["y": "42", "w": "42"]),
    maxSpec.row(8, "  --a--b--c--|", to: "-------     ", values: numbers, unsubscribed: 6),
    maxSpec.row(13, "-x-^--y--z--#", to: " ---------#"),
    maxSpec.row(14, .cold(" #   ", subs: "  (^!)"), to: "#   "),
  ]

  private static let minSpec = PeerFile.rxJS("min", "04ceaa57", .rxJSRun)

  private static let min = [
    minSpec.row(
      1,
      "--a--b--c--|",
      to: "  -----------(x|)",
      values: numbers.merging(["x": "-1"]) { $1 }
    ),
    minSpec.row(3, .cold(" |", subs: "  (^!)"), to: "|"),
    minSpec.row(5, "-x-^---|", to: " ----|"),
    minSpec.row(6, "-x-^--y--|", to: " ------(w|)", values: ["y": "42", "w": "42"]),
    minSpec.row(11, "-x-^--y--z--#", to: " ---------#"),
    minSpec.row(12, .cold(" #", subs: "  (^!)"), to: "#"),
  ]
}
