import AsyncAlgorithms
import MarbleTesting
import Testing

/// OpenCombine has no merge.
@Suite struct MergePeerTests {
  static let operators = [
    PeerOperator("merge", of: .asyncAlgorithms, two) { run in
      run.expect(merge(run[0].elements, run[1].elements))
    },
    PeerOperator("merge", of: .asyncAlgorithms, three) { run in
      run.expect(merge(run[0].elements, run[1].elements, run[2].elements))
    },
  ]

  @Test(arguments: operators.cases)
  func `merge behaves as its peers do`(row: PeerCase) { row.check() }

  private static let spec = PeerFile.rxJS("merge", "1f8224e5")
  private static let file = PeerFile.asyncAlgorithms("TestMerge")

  private static let two = [
    spec.row(1, "--a-----b-----c----|", "-----d-----e-----f---|", to: "--a--d--b--e--c--f---|"),
    spec.row(
      4,
      .cold("---a-----b-----c----|", subs: "^                   !"),
      .cold("------x-----y-----z----|", subs: "^                      !"),
      to: "---a--x--b--y--c--z----|"
    ),
    spec.row(5, "---a---^-b-----c----|", "-----x-^----y-----z----|", to: "--b--y--c--z----|"),
    spec.row(
      6,
      "---a-^---b-----c----|",
      .cold("--x-----y-----z----|", subs: "^                  !"),
      to: "--x-b---y-c---z----|"
    ),
    spec.row(7, "---a----b----c----|", "---x----y----z----|", to: "---(ax)-(by)-(cz)-|"),
    spec.row(
      8,
      "--a-----b-----c----|  ",
      "-----d-----e-----f---|",
      to: "--a--d--b--           ",
      unsubscribed: 10
    ),
    spec.row(10, .cold("|", subs: "(^!)"), .cold("|", subs: "(^!)"), to: "|"),
    spec.row(12, .cold("-", subs: "^"), .cold("|", subs: "(^!)"), to: "-"),
    spec.row(13, .cold("-", subs: "^"), .cold("-", subs: "^"), to: "-"),
    spec.row(14, .cold("|", subs: "(^!)"), .cold("#", subs: "(^!)"), to: "#"),
    spec.row(15, "--a--b--c--|", .cold("#", subs: "(^!)"), to: "#"),
    spec.row(16, .cold("-", subs: "(^!)"), .cold("#", subs: "(^!)"), to: "#"),
    spec.row(17, .cold("|", subs: "(^!)    "), "-------#", to: "-------#"),
    spec.row(18, "--a--b--c--|", "-------#    ", to: "--a--b-#    "),
    spec.row(19, "-", "-------#", to: "-------#"),
    file.row(174, "a-c-e-g-|", "-b-d-f-h", to: "abcdefgh|"),
  ]

  private static let three = [
    spec.row(
      11,
      .cold("|", subs: "(^!)"),
      .cold("|", subs: "(^!)"),
      .cold("|", subs: "(^!)"),
      to: "|"
    ),
    file.row(514, "a---e---|", "-b-d-f-h|", "--c---g-|", to: "abcdefgh|"),
  ]
}
