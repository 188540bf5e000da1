import AsyncAlgorithms
import CombineShim
import MarbleTesting
import Testing

@Suite struct ZipPeerTests {
  static let operators = [
    PeerOperator("zip", of: .openCombine, two) { run in
      run.expect(run[0].publisher.zip(run[1].publisher) { $0 + $1 })
    },
    PeerOperator("zip", of: .openCombine, three) { run in
      run.expect(run[0].publisher.zip(run[1].publisher, run[2].publisher) { $0 + $1 + $2 })
    },
    PeerOperator("zip", of: .asyncAlgorithms, two) { run in
      run.expect(zip(run[0].elements, run[1].elements).map { $0 + $1 })
    },
    PeerOperator("zip", of: .asyncAlgorithms, three) { run in
      run.expect(zip(run[0].elements, run[1].elements, run[2].elements).map { $0 + $1 + $2 })
    },
  ]

  @Test(arguments: operators.cases)
  func `zip behaves as its peers do`(row: PeerCase) { row.check() }

  private static let spec = PeerFile.rxJS("zip", "0bcd8893")
  private static let five = ["a": "12", "b": "34", "c": "56", "d": "78", "e": "90"]
  private static let triples = ["x": "adh", "y": "bei", "z": "cfj"]

  private static let two = [
    spec.row(
      1,
      "---1---2---3---",
      "--4--5--6--7--8--",
      to: "---x---y---z",
      values: ["x": "14", "y": "25", "z": "36"]
    ),
    spec.row(
      21,
      "---1-^-1-3-5-7-9-x-y-z-w-u-|",
      "---1-^--2--4--6--8--0--|    ",
      to: "---a--b--c--d--e--|    ",
      values: five
    ),
    spec.row(
      22,
      "---1-^--2--4--6--8--0--|    ",
      "---1-^-1-3-5-7-9-x-y-z-w-u-|",
      to: "---a--b--c--d--e--|    ",
      values: ["a": "21", "b": "43", "c": "65", "d": "87", "e": "09"]
    ),
    spec.row(
      23,
      "---1-^-1-3-5-7-9------| ",
      "---1-^--2--4--6--8--0--|",
      to: "---a--b--c--d--e-| ",
      values: five
    ),
    spec.row(25, "---1-^-2-----|", "---1-^--3--|", to: "---x--|", values: ["x": "23"]),
    spec.row(26, .cold("-", subs: "^"), .cold("-", subs: "^"), to: "-"),
    spec.row(27, .cold("-", subs: "(^!)"), .cold("|", subs: "(^!)"), to: "|"),
    spec.row(28, .cold("|", subs: "(^!)"), .cold("-", subs: "(^!)"), to: "|"),
    spec.row(29, .cold("|", subs: "(^!)"), .cold("|", subs: "(^!)"), to: "|"),
    spec.row(30, .cold("|", subs: "(^!)"), "---1--|", to: "|"),
    spec.row(31, "---1--|", .cold("|", subs: "(^!)"), to: "|"),
    spec.row(32, .cold("-", subs: "^"), "---1--|", to: "-"),
    spec.row(33, "---1--|", .cold("-", subs: "^"), to: "-"),
    spec.row(34, .cold("|", subs: "(^!)"), "------#", to: "|"),
    spec.row(35, "------#", .cold("|", subs: "(^!)"), to: "|"),
  ]

  private static let three = [
    spec.row(
      3,
      "---a--b--c--|               ",
      "------d----e----f--------|  ",
      "--------h----i----j---------",
      to: "--------x----y----(z|)      ",
      values: triples
    ),
    spec.row(
      4,
      "---a--b--c--|             ",
      "------d----e----f|        ",
      "--------h----i----j-------",
      to: "--------x----y----(z|)    ",
      values: triples
    ),
    spec.row(
      18,
      "---1-^-1----4----|",
      "---1-^--2--5----| ",
      "---1-^---3---6-|  ",
      to: "----x---y-|  ",
      values: ["x": "123", "y": "456"]
    ),
  ]
}
