import CombineShim
import MarbleTesting
import Testing

@Suite struct MapPeerTests {
  static let operators = [
    PeerOperator("map", of: .openCombine, times10) { run in
      run.expect(run[0].publisher.map { 10 * (Int($0) ?? 0) })
    },
    PeerOperator("map", of: .openCombine, marked) { run in
      run.expect(run[0].publisher.map { $0 + "!" })
    },
    PeerOperator("tryMap", of: .openCombine, failing) { run in
      run.expect(run[0].publisher.tryMap { _ -> String in throw Offline() })
    },
    PeerOperator("map, map", of: .openCombine, twice) { run in
      run.expect(run[0].publisher.map { 2 * (Int($0) ?? 0) }.map { $0 / 2 })
    },
    PeerOperator("filter", of: .openCombine, odd) { run in
      run.expect(run[0].publisher.filter { "13579".contains($0) })
    },
    PeerOperator("filter", of: .openCombine, prime) { run in
      run.expect(run[0].publisher.filter { "2357".contains($0) })
    },
    PeerOperator("filter, filter", of: .openCombine, six) { run in
      run.expect(run[0].publisher.filter { "02468".contains($0) }.filter { "0369".contains($0) })
    },
    PeerOperator("filter, map", of: .openCombine, squares) { run in
      let even = run[0].publisher.filter { "02468".contains($0) }
      run.expect(even.compactMap { Int($0) }.map { $0 * $0 })
    },
  ]

  @Test(arguments: operators.cases)
  func `map and filter behave as their peers do`(row: PeerCase) { row.check() }

  private static let map = PeerFile.rxJS("map", "0bcd8893")

  private static let times10 = [
    map.row(
      1,
      .cold("--1--2--3--|", subs: "^          !"),
      to: "--x--y--z--|",
      values: ["x": "10", "y": "20", "z": "30"]
    )
  ]

  private static let marked = [
    map.row(
      2,
      .cold("--x--|", subs: "^    !"),
      to: "--y--|",
      values: ["x": "42", "y": "42!"]
    ),
    map.row(
      4,
      .cold("--1--2--3--|", subs: "^          !"),
      to: "--x--y--z--|",
      values: ["x": "1!", "y": "2!", "z": "3!"]
    ),
    map.row(6, .cold("#", subs: "(^!)"), to: "#"),
    map.row(
      7,
      .cold("--a--b--#", subs: "^       !"),
      to: "--x--y--#",
      values: ["a": "1", "b": "2", "x": "1!", "y": "2!"]
    ),
    map.row(8, .cold("|", subs: "(^!)"), to: "|"),
    map.row(
      9,
      .cold("--1--2--3--|", subs: "^     !     "),
      to: "--x--y-     ",
      values: ["x": "1!", "y": "2!"],
      unsubscribed: 6
    ),
  ]

  private static let failing = [
    map.row(5, .cold("--x--|", subs: "^ !   "), to: "--#   ")
  ]

  private static let twice = [
    map.row(
      14,
      "-0----1-^-2---3--4-5--6--7-8-|",
      to: "--a---b--c-d--e--f-g-|",
      values: ["a": "2", "b": "3", "c": "4", "d": "5", "e": "6", "f": "7", "g": "8"]
    )
  ]

  private static let filter = PeerFile.rxJS("filter", "0bcd8893")
  private static let digits = PeerInput(stringLiteral: "-1--2--^-3-4-5-6--7-8--9--|")

  private static let odd = [
    filter.row(1, "--0--1--2--3--4--|", to: "-----1-----3-----|"),
    filter.row(16, "--0--1--2--3--4--#", to: "-----1-----3-----#"),
    filter.row(17, .cold("|", subs: "(^!)"), to: "|"),
    filter.row(18, .cold("-", subs: "^"), to: "-"),
    filter.row(19, .cold("#", subs: "(^!)"), to: "#"),
  ]

  private static let prime = [
    filter.row(2, digits, to: "--3---5----7-------|"),
    filter.row(5, digits, to: "--3---5----7-       ", unsubscribed: 12),
    filter.row(6, "-1--2--^-3-4-5-6--7-8--9--#", to: "--3---5----7-------#"),
  ]

  private static let six = [filter.row(13, digits, to: "--------6----------|")]

  private static let squares = [
    filter.row(
      15,
      digits,
      to: "----a---b----c-----|",
      values: ["a": "16", "b": "36", "c": "64"]
    )
  ]
}
