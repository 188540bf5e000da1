import Foundation

/// The Swift of an article that can be compiled here, and its diagrams.
struct ArticleCode {
  let blocks: [[String]]
  /// How many blocks are of platforms that are not here.
  let others: Int
  /// What stands in blocks without a language, behind the words that a line begins with.
  let diagrams: [String]

  init(_ article: String, in folder: String = "Articles") throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent()
    let path = "../../../Sources/ReactiveResources/Documentation.docc/\(folder)/\(article).md"
    let parts = try String(contentsOf: tests.appending(path: path), encoding: .utf8)
      .components(separatedBy: "```")
    let fenced = parts.indices.filter { $0 % 2 == 1 }.map { parts[$0] }
    let all = fenced.filter { $0.hasPrefix("swift\n") }
      .map { Array(trimmedLines(of: $0).dropFirst()) }
    blocks = all.filter { !$0.contains("import SwiftUI") }
    others = all.count - blocks.count
    diagrams = fenced.filter { $0.hasPrefix("\n") }.flatMap { trimmedLines(of: $0) }
      .compactMap { line in
        line.components(separatedBy: "  ").dropFirst().first { !$0.isEmpty }?
          .split(separator: " ").first.map(String.init)
      }
      .filter { $0.hasPrefix("-") || $0.hasPrefix("n") }
  }

  /// The lines that a file of tests does not have.
  func lines(missingIn file: String) throws -> [String] {
    let there = try Set(trimmedLines(of: String(contentsOfFile: file, encoding: .utf8)))
    return blocks.joined().filter { !there.contains($0) }
  }

  /// The diagrams that no test has: neither a file nor those in a folder beside it.
  func diagrams(missingIn files: [String], besides file: String) throws -> [String] {
    let folder = URL(filePath: file).deletingLastPathComponent()
    let all = [URL(filePath: file)] + files.map { folder.appending(path: $0) }
    let tests = try all.map { try String(contentsOf: $0, encoding: .utf8) }
    return diagrams.filter { diagram in !tests.contains { $0.contains("\"\(diagram)\"") } }
  }
}

private func trimmedLines(of text: String) -> [String] {
  text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    .filter { !$0.isEmpty }
}
