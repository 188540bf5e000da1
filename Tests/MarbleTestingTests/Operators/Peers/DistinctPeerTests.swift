import AsyncAlgorithms
import CombineShim
import MarbleTesting
import Testing

@Suite struct DistinctPeerTests {
  static let operators = [
    PeerOperator("removeDuplicates", of: .openCombine, distinct) { run in
      run.expect(run[0].publisher.removeDuplicates())
    },
    PeerOperator("removeDuplicates", of: .asyncAlgorithms, distinct) { run in
      run.expect(run[0].elements.removeDuplicates())
    },
    PeerOperator("removeDuplicates(by:)", of: .openCombine, compared) { run in
      let equal = run.row.text
      run.expect(run[0].publisher.removeDuplicates { equal.contains($1) })
    },
    PeerOperator("removeDuplicates(by:)", of: .asyncAlgorithms, compared) { run in
      let equal = run.row.text
      run.expect(run[0].elements.removeDuplicates { equal.contains($1) })
    },
    PeerOperator("tryRemoveDuplicates(by:)", of: .openCombine, failing) { run in
      run.expect(
        run[0].publisher.tryRemoveDuplicates { if $1 == "d" { throw Offline() } else { $0 == $1 } }
      )
    },
    PeerOperator("removeDuplicates(by:)", of: .asyncAlgorithms, failing) { run in
      run.expect(
        run[0].elements.removeDuplicates { if $1 == "d" { throw Offline() } else { $0 == $1 } }
      )
    },
    PeerOperator("adjacentPairs", of: .asyncAlgorithms, pairs) { run in
      run.expect(run[0].elements.adjacentPairs().map { $0 + $1 })
    },
  ]

  @Test(arguments: operators.cases)
  func `removeDuplicates and adjacentPairs behave as their peers do`(row: PeerCase) { row.check() }

  private static let spec = PeerFile.rxJS("distinctUntilChanged", "01a2d15e")

  private static let distinct = [
    spec.row(1, "-1--2-2----1-3-|", to: "-1--2------1-3-|"),
    spec.row(2, "--a--a--a--b--b--a--|", to: "--a--------b-----a--|"),
    spec.row(3, "--a--a--a--b--b--a-", to: "--a--------b-----a-"),
    spec.row(4, .cold("-", subs: "^"), to: "-"),
    spec.row(6, .cold("|", subs: "(^!)"), to: "|"),
    spec.row(7, "------|", to: "------|"),
    spec.row(8, "--a--|", to: "--a--|"),
    spec.row(10, "--a--a--#", to: "--a-----#"),
    spec.row(11, .cold("#", subs: "(^!)"), to: "#"),
    spec.row(12, "--a--b--c--d--e--f--|", to: "--a--b--c--d--e--f--|"),
    spec.row(13, "--a--b--b--d--a--f--|", to: "--a--b-----          ", unsubscribed: 10),
    spec.row(15, "--a--a--a--a--a--a--|", to: "--a-----------------|"),
  ]

  private static let compared = [
    spec.row(16, "--a--b--c--d--e--f--|", to: "--a-----------------|", text: "abcdef"),
    spec.row(17, "--a--a--a--a--a--a--|", to: "--a--a--a--a--a--a--|"),
    spec.row(18, "--a--b--c--d--e--f--|", to: "--a-----c-----e-----|", text: "bdf"),
  ]

  private static let failing = [
    spec.row(19, "--a--b--c--d--e--f--|", to: "--a--b--c--#         ")
  ]

  private static let pairwise = PeerFile.rxJS("pairwise", "0298734f", .rxJSRun)

  private static let pairs = [
    pairwise.row(
      1,
      "  --a--b-c----d--e---|",
      to: "-----u-v----w--x---|",
      values: ["u": "ab", "v": "bc", "w": "cd", "x": "de"]
    ),
    pairwise.row(
      2,
      "--a--^--b--c--d--e--f--g--|",
      to: "   ------v--w--x--y--z--|",
      values: ["v": "bc", "w": "cd", "x": "de", "y": "ef", "z": "fg"]
    ),
    pairwise.row(3, "--a--^--b----|", to: "   --------|"),
    pairwise.row(
      4,
      "--a--^--b--c--d--e--#",
      to: "   ------v--w--x--#",
      values: ["v": "bc", "w": "cd", "x": "de"]
    ),
    pairwise.row(5, .cold(" |   ", subs: "  (^!)"), to: "|   "),
    pairwise.row(6, .cold(" -", subs: "  ^"), to: "-"),
    pairwise.row(7, .cold(" #   ", subs: "  (^!)"), to: "#   "),
  ]
}
