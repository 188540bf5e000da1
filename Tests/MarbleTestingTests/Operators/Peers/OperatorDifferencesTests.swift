import AsyncAlgorithms
import CombineShim
import Foundation
import MarbleTesting
import TestSupport
import Testing

/// The article OperatorDifferences, compared with the rows of the suites in this folder.
///
/// `RECORD_GOLDEN=1 swift test --filter OperatorDifferencesTests` writes its table and its numbers
/// again; read the difference.
@Suite struct OperatorDifferencesTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
  private static let article = folder.appending(
    path: "../../../../Sources/MarbleTesting/Documentation.docc/Articles/OperatorDifferences.md"
  )

  @Test func `the table of the article has the differing rows`() throws {
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil { try Self.record() }
    let drawn = try Self.lines().filter { $0.hasPrefix("| ") }.dropFirst()
    let (missing, surplus) = (
      Set(PeerSuites.table).subtracting(drawn), Set(drawn).subtracting(PeerSuites.table)
    )
    #expect(missing.isEmpty, "rows that differ, without a line in the article")
    #expect(surplus.isEmpty, "lines of the article without a row that differs")
    #expect(drawn.count == PeerSuites.table.count, "a line of the article is repeated")
  }

  @Test func `the numbers of the article are those of the rows`() throws {
    let text = try Self.lines().joined(separator: " ")
    #expect(text.contains(PeerSuites.summary))
  }

  @Test(.enabled(if: PeerLibrary.openCombine.isHere))
  func `debounce ends as in the article`() throws {
    marbles { m in
      let words = m.hot("-a-b-|")
      m.expect(words.debounce(for: .milliseconds(30), scheduler: m.scheduler), "-----|")
      m.expect(words.elements.debounce(for: .milliseconds(30), clock: m.clock), "-----(b|)")
    }
    let article = try ArticleCode("OperatorDifferences", of: "MarbleTesting")
    #expect((article.blocks.count, article.others) == (1, 0))
    #expect(try article.lines(missingIn: #filePath) == [])
  }

  @Test func `every suite of this folder is in the list`() throws {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: Self.folder.path(percentEncoded: false)
    )
    let suites = files.filter { $0.hasSuffix("PeerTests.swift") }.map { $0.dropLast(6) }
    let list = try String(
      contentsOf: Self.folder.appending(path: "PeerSuites.swift"),
      encoding: .utf8
    )
    #expect(suites.filter { !list.contains("  \($0).operators,") }.isEmpty)
    #expect(!suites.isEmpty)
  }

  @Test func `a difference is not the outcome of the peer`() {
    for row in PeerSuites.operators.allCases {
      guard let difference = row.difference else { continue }
      let isEqual = difference.outcome == row.row.outcome && difference.leftover == nil
      #expect(!isEqual, "\(row): write the row without `.but`")
    }
  }

  @Test func `every difference of a row is that of a library that runs it`() {
    let run = Set(PeerSuites.operators.allCases.map { "\($0.row.origin) \($0.operation.library)" })
    for row in PeerSuites.operators.allCases {
      for library in row.row.differences.keys {
        #expect(run.contains("\(row.row.origin) \(library)"))
      }
    }
  }

  private static func lines() throws -> [String] {
    try String(contentsOf: article, encoding: .utf8).components(separatedBy: "\n")
  }

  private static func record() throws {
    var lines = try lines()
    let numbers = try #require(lines.firstIndex { $0.contains(" diagrams of") })
    let end = try #require(lines[numbers...].firstIndex(of: ""))
    lines.replaceSubrange(numbers..<end, with: wrapped(PeerSuites.summary))
    let head = try #require(lines.firstIndex { $0.hasPrefix("|---") })
    let rest = lines[(head + 1)...].drop { $0.hasPrefix("| ") }
    lines = lines[...head] + PeerSuites.table + rest
    try lines.joined(separator: "\n").write(to: article, atomically: true, encoding: .utf8)
  }

  private static func wrapped(_ text: String) -> [String] {
    text.split(separator: " ").reduce(into: [""]) { lines, word in
      let line = lines[lines.count - 1]
      if line.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if line.count + word.count < 116 {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(String(word))
      }
    }
  }
}
