import AsyncAlgorithms
import MarbleTesting
import Testing

/// The diagrams with which AsyncAlgorithms tests its own validation: here they test this grammar.
@Suite struct ValidationPeerTests {
  static let operators = [
    PeerOperator("map", of: .swift, capitalized) { run in
      run.expect(run[0].elements.map { name in await Task { name.uppercased() }.value })
    },
    PeerOperator("map", of: .swift, initials) { run in
      run.expect(run[0].elements.map { String($0.prefix(1)) })
    },
    PeerOperator("the input", of: .swift, identity) { run in run.expect(run[0].elements) },
    PeerOperator("a slow map", of: .swift, lagging) { run in
      run.expect(run[0].elements.busy(for: .frames(3), on: run.m.clock))
    },
  ]

  @Test(arguments: operators.cases)
  func `inputs and consumers behave as their peers do`(row: PeerCase) { row.check() }

  private static let file = PeerFile.asyncAlgorithms("TestValidationTests")

  private static let capitalized = [
    file.row(21, "a--b--c---|", to: "A--B--C---|"),
    file.row(29, "    a -- b --  c       ---|", to: "    A- - B - - C   -  --  |     "),
  ]

  private static let initials = [file.row(37, "'foo''bar''baz'|", to: "fbb|")]

  private static let identity = [
    file.row(45, "'foo''bar''baz'|", to: "'foo''bar''baz'|"),
    file.row(53, "'foo-''bar^''baz|'|", to: "'foo-''bar^''baz|'|"),
    file.row(61, "[abc]def|", to: "[abc]def|"),
    file.row(69, " a  b  c def|", to: "[a][b][c]def|"),
    file.row(116, "a--b- -  c--|", to: "a--b-[;|]"),
    file.row(294, "xxx---   |", to: "x,,,,[xx]|"),
    file.row(302, "xxx    |", to: ",,[xxx]|"),
    file.row(321, "xxx|", to: ",,,[x,][x,][x,]|"),
  ]

  private static let lagging = [file.row(310, "xx|", to: ",,,---x--[x|]")]
}
