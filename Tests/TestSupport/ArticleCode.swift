import Foundation

/// The Swift code of an article that uses this package: blocks that begin with a comment naming
/// another library are that library's code, and cannot be compiled here, nor can screens of Apple
/// platforms.
package struct ArticleCode {
  package let blocks: [[String]]
  /// The number of blocks that cannot be compiled here.
  package let others: Int
  /// The diagrams of blocks without a language, after the words at the start of a line.
  package let diagrams: [String]

  package init(
    _ article: String,
    of library: String = "ReactiveLoadable",
    in folder: String = "Articles"
  ) throws {
    try self.init(text: Self.text("\(library)/Documentation.docc/\(folder)/\(article).md"))
  }

  /// Reads the comments of a source file.
  package init(ofFile path: String) throws {
    let lines = try Self.text("ReactiveLoadable/\(path)").split(separator: "\n")
    let comments = lines.filter { $0.hasPrefix("///") }.map { $0.dropFirst("/// ".count) }
    self.init(text: comments.joined(separator: "\n"))
  }

  private static func text(_ path: String) throws -> String {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let sources = folder.appending(path: "../../Sources")
    return try String(contentsOf: sources.appending(path: path), encoding: .utf8)
  }

  private init(text: String) {
    let all = text.components(separatedBy: "```swift\n").dropFirst()
      .map { trimmedLines(of: $0.components(separatedBy: "```")[0]) }
    blocks = all.filter { !Self.isOfOthers($0) }
    others = all.count - blocks.count
    diagrams = Self.diagrams(in: text)
  }

  private static func diagrams(in text: String) -> [String] {
    let parts = text.components(separatedBy: "```")
    let plain = parts.indices.filter { $0 % 2 == 1 && parts[$0].hasPrefix("\n") }
    let drawn: [String] = plain.flatMap { trimmedLines(of: parts[$0]) }
    return drawn.compactMap { line in
      line.components(separatedBy: "  ").dropFirst().first { !$0.isEmpty }?
        .split(separator: " ").first.map(String.init)
    }
    .filter { $0.hasPrefix("-") || $0.hasPrefix("n") }
  }

  /// The diagrams that no test has: neither a file nor those in a folder next to it.
  package func diagrams(missingIn files: [String], besides file: String) throws -> [String] {
    let folder = URL(filePath: file).deletingLastPathComponent()
    let all = [URL(filePath: file)] + files.map { folder.appending(path: $0) }
    let tests = try all.map { try String(contentsOf: $0, encoding: .utf8) }
    return diagrams.filter { diagram in !tests.contains { $0.contains("\"\(diagram)\"") } }
  }

  /// The lines that a file of tests does not have.
  package func lines(missingIn file: String) throws -> [String] {
    let there = try Set(trimmedLines(of: String(contentsOfFile: file, encoding: .utf8)))
    return blocks.joined().filter { !there.contains($0) }
  }

  private static func isOfOthers(_ block: [String]) -> Bool {
    marksOfOthers.contains { block.first?.hasPrefix($0) == true }
      || block.contains { ["import SwiftUI", "import UIKit"].contains($0) }
  }
}

private let marksOfOthers = ["// RxSwift", "// Combine", "// TCA", "// SwiftUIFlux", "// ReSwift"]

private func trimmedLines(of text: String) -> [String] {
  text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    .filter { !$0.isEmpty }
}
