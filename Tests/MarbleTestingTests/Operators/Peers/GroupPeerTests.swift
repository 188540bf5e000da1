import AsyncAlgorithms
import MarbleTesting
import Testing

/// Chunks of values that belong together, and other operators without time.
@Suite struct GroupPeerTests {
  static let operators = [
    PeerOperator("chunked(by:) a condition", of: .asyncAlgorithms, group) { run in
      let chunks = run[0].elements.chunked { isUpper($0) == isUpper($1) }
      run.expect(chunks.map { $0.joined() })
    },
    PeerOperator("chunked(by:) a condition", of: .asyncAlgorithms, single) { run in
      run.expect(run[0].elements.chunked { _, _ in true }.map { $0.joined() })
    },
    PeerOperator("chunked(on:)", of: .asyncAlgorithms, projection) { run in
      let chunks = run[0].elements.chunked { $0.prefix(1).lowercased() }
      run.expect(chunks.map { $1.map { String($0.prefix(1)) }.joined() })
    },
    PeerOperator("chunked(on:)", of: .asyncAlgorithms, constant) { run in
      run.expect(run[0].elements.chunked { _ in 42 }.map { $1.joined() })
    },
  ]

  @Test(arguments: operators.cases)
  func `chunks of related values behave as their peers do`(row: PeerCase) { row.check() }

  private static let file = PeerFile.asyncAlgorithms("TestChunk")

  private static let group = [
    file.row(
      270,
      "ABC    def    GH   ij   Kl|",
      to: "---'ABC'--'def'-'GH'-'ij'K[l|]"
    ),
    file.row(278, "A----|", to: "-----[A|]"),
    file.row(294, "AB^", to: "--^"),
  ]

  private static let single = [file.row(286, "ABCDE|", to: "-----['ABCDE'|]")]

  private static let projection = [
    file.row(
      302,
      "A'Aa''ab'    b'BB''bb'    'cc''CC'      |",
      to: "--   -   'AAa' -  -   'bBb'   -   ['cC'|]"
    ),
    file.row(312, "A----|", to: "-----[A|]"),
    file.row(330, "Aa^", to: "--^"),
  ]

  private static let constant = [file.row(322, "ABCDE|", to: "-----['ABCDE'|]")]

  private static func isUpper(_ name: String) -> Bool { name.first?.isUppercase == true }
}
