import AsyncAlgorithms
import MarbleTesting
import Testing

/// OpenCombine has no combineLatest.
@Suite struct CombineLatestPeerTests {
  static let operators = [
    PeerOperator("combineLatest", of: .asyncAlgorithms, two) { run in
      run.expect(combineLatest(run[0].elements, run[1].elements).map { $0 + $1 })
    },
    PeerOperator("combineLatest", of: .asyncAlgorithms, three) { run in
      let (first, second, third) = (run[0].elements, run[1].elements, run[2].elements)
      run.expect(combineLatest(first, second, third).map { $0 + $1 + $2 })
    },
  ]

  @Test(arguments: operators.cases)
  func `combineLatest behaves as its peers do`(row: PeerCase) { row.check() }

  private static let ends = "An input that ends without a value ends the output."
  private static let spec = PeerFile.rxJS("combineLatest", "11232850")

  private static let two = [
    spec.row(
      1,
      .cold("-a--b-----c-d-e-|"),
      .cold("--1--2-3-4---|   "),
      to: "--A-BC-D-EF-G-H-|",
      values: [
        "A": "a1", "B": "b1", "C": "b2", "D": "b3", "E": "b4", "F": "c4", "G": "d4", "H": "e4",
      ]
    ),
    spec.row(2, .cold("-", subs: "^"), .cold("-", subs: "^"), to: "-"),
    spec.row(3, .cold("-", subs: "^"), .cold("|", subs: "(^!)"), to: "-")
      .but(.asyncAlgorithms, "|", subs: [0: ["(^!)"]], because: ends),
    spec.row(4, .cold("|", subs: "(^!)"), .cold("-", subs: "^"), to: "-")
      .but(.asyncAlgorithms, "|", subs: [1: ["(^!)"]], because: ends),
    spec.row(5, .cold("|", subs: "(^!)"), .cold("|", subs: "(^!)"), to: "|"),
    spec.row(6, "-a-^-|", "-b-^-c-|", to: "----|")
      .but(.asyncAlgorithms, "--|", because: ends),
    spec.row(8, "-a-^-|", "------", to: "-")
      .but(.asyncAlgorithms, "--|", because: ends),
    spec.row(9, "--------", "-a-^-b-|", to: "-----"),
    spec.row(
      10,
      "--a--^--b--c--|",
      "---e-^---f--g--|",
      to: "----x-yz--|",
      values: ["x": "bf", "y": "cf", "z": "cg"]
    ),
    spec.row(12, "----------|", "------#", to: "------#"),
    spec.row(13, "--^---#", "--^--------|", to: "----#"),
    spec.row(14, "-a-^--b--c--|", "---^-#", to: "--#"),
    spec.row(16, "---^----#", "---^-#", to: "--#"),
    spec.row(17, "-a-^--b--#", "---^-#", to: "--#"),
    spec.row(19, "---^-----------", "---^-----#", to: "------#"),
    spec.row(20, "---^----#", "---^-----------", to: "-----#"),
    spec.row(21, "---^----a---b--|", "---^--#", to: "---#"),
    spec.row(23, "--a--^--b---|", "-----^--------#", to: "---------#"),
    spec.row(24, "-----^--------#", "--a--^--b---|", to: "---------#"),
    spec.row(
      25,
      "-a--^--b---c---|",
      "--d-^----e---f--|",
      to: "-----x-y-z--|",
      values: ["x": "be", "y": "ce", "z": "cf"]
    ),
    spec.row(
      26,
      "--a--^--b--c--|",
      "-----^----------d--e--f--|",
      to: "-----------x--y--z--|",
      values: ["x": "cd", "y": "ce", "z": "cf"]
    ),
    spec.row(27, "--a--^--b--c--#", "-----^----------d--e--f--|", to: "---------#"),
    spec.row(
      28,
      "--a--^--b--c--|",
      "-----^----------d--e--f--#",
      to: "-----------x--y--z--#",
      values: ["x": "cd", "y": "ce", "z": "cf"]
    ),
  ]

  private static let three = [
    spec.row(
      11,
      "--a--^--b--c--|",
      "---e-^---f--g--|",
      "---h-^----i--j-|",
      to: "-----wxyz-|",
      values: ["w": "bfi", "x": "cfi", "y": "cgi", "z": "cgj"]
    )
  ]
}
