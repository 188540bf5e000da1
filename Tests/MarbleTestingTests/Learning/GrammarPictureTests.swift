import Foundation
import MarbleDiagrams
import Testing

/// The picture of the grammar in the article on diagrams.
///
/// `RECORD_GOLDEN=1 swift test --filter GrammarPictureTests` draws it again; look at it.
@Suite struct GrammarPictureTests {
  @Test(arguments: [("grammar", GrammarPicture.Colors.light), ("grammar~dark", .dark)])
  func `the picture is drawn from the diagrams`(
    _ name: String,
    _ colors: GrammarPicture.Colors
  ) throws {
    let file = Self.documentation.appending(path: "Resources/\(name).svg")
    let svg = GrammarPicture(colors: colors).svg
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      try svg.write(to: file, atomically: false, encoding: .utf8)
    }
    #expect(try svg == String(contentsOf: file, encoding: .utf8))
  }

  @Test(arguments: GrammarPicture.rows.map(\.diagram))
  func `each sign is drawn in its frame`(_ diagram: String) throws {
    let signs = GrammarSign.signs(of: diagram)
    let drawn = signs.flatMap { Array(repeating: $0.frame, count: $0.eventCount) }
    let times = drawn.map { .milliseconds(10) * $0 }
    #expect(try times == MarbleDiagram(diagram).events.map(\.time))
  }

  @Test func `the article has the picture`() throws {
    let article = Self.documentation.appending(path: "Articles/WritingDiagrams.md")
    #expect(try String(contentsOf: article, encoding: .utf8).contains("](grammar)"))
  }

  private static let documentation = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Sources/MarbleTesting/Documentation.docc")
}
