import Foundation
import TestSupport
import Testing

/// A failure text in an article, which begins with a file and a line such as `SearchTests.swift:6`.
struct ArticleFailure {
  let article: String
  let file: String
  let line: UInt

  private var location: String { "\(file):\(line)" }

  /// Compares the text of a failing run with the article, or writes it if `RECORD_GOLDEN` is set.
  func expect(_ run: () -> Void) throws {
    let found = failures(run)
    #expect(found.count == 1)
    let actual = try text(of: #require(found.first))
    let text = try String(contentsOf: page, encoding: .utf8)
    let start = try #require(text.range(of: "```\n\(location)  ")).lowerBound
    let begin = text.index(start, offsetBy: "```\n".count)
    let end = try #require(text.range(of: "\n```", range: begin..<text.endIndex)).lowerBound
    #expect(actual == text[begin..<end])
    guard ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil else { return }
    try text.replacingCharacters(in: begin..<end, with: actual)
      .write(to: page, atomically: false, encoding: .utf8)
  }

  /// The text with the lines of the article.
  private func text(of failure: Failure) -> String {
    let text = failure.withoutLocation.replacing(#/[\w+]+\.swift:(\d+)/#) { match in
      "\(file):\((UInt(match.1) ?? 0) + line - failure.line)"
    }
    return "\(location)  \(text)"
  }

  private var page: URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../../Sources/MarbleTesting/Documentation.docc/Articles/\(article).md"
    )
  }
}
