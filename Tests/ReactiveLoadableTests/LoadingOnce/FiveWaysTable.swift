import Foundation
import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// The table of the article, and the measurements that must equal its cells.
enum FiveWaysTable {
  struct Row: Sendable, CustomTestStringConvertible {
    let question: String
    let cell: @Sendable (WayToLoadOnce) async -> String
    var testDescription: String { question }
  }

  static var rows: [Row] {
    [
      Row(question: "the screen appears three times", cell: threeTimes),
      Row(question: "a hundred tasks on many threads", cell: manyThreads),
      Row(question: "a second caller during the load", cell: secondCaller),
      Row(question: "the screen appears after a failure", cell: afterFailure),
      Row(question: "the screen appears after the first task was cancelled", cell: afterCancel),
      Row(question: "a refresh", cell: refresh),
      Row(question: "the view can draw the loading state", cell: progress),
      Row(question: "the screen appears when the rows are two minutes old", cell: stale),
      Row(question: "a new screen, as in the next test", cell: newScreen),
    ]
  }

  /// The cells of each measured row of the article, by its question.
  static func article() throws -> [String: [String]] {
    Dictionary(
      uniqueKeysWithValues: try lines().dropFirst(2).dropLast()
        .map { ($0[0], Array($0.dropFirst())) }
    )
  }

  /// The last row, which is not measured.
  static func advice() throws -> [String] { try lines().last ?? [] }

  /// The paragraph of each section that starts with "Use it".
  static func adviceOfSections() throws -> [String] {
    try text().components(separatedBy: "\n\n").filter { $0.hasPrefix("**Use it** for ") }
  }

  static func columns() throws -> [String] { try Array(lines()[0].dropFirst()) }

  private static func text() throws -> String {
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
    let path = "Sources/ReactiveLoadable/Documentation.docc/Articles/FiveWaysToLoadOnce.md"
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  private static func lines() throws -> [[String]] {
    try text()
      .split(separator: "\n").filter { $0.hasPrefix("| ") || $0.hasPrefix("|-") }
      .map { line in
        line.dropFirst().dropLast().split(separator: "|")
          .map { $0.trimmingCharacters(in: .whitespaces) }
      }
  }
}
