import Foundation

/// The Swift of an article that is ours: blocks that begin with a comment naming another library
/// are what people write there, and cannot be compiled here.
struct ArticleCode {
  let blocks: [[String]]
  /// How many blocks show the other side.
  let others: Int

  init(_ article: String) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let path = "../../../Sources/ReactiveLoadable/Documentation.docc/Articles/\(article).md"
    let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    let all = text.components(separatedBy: "```swift\n").dropFirst()
      .map { trimmedLines(of: $0.components(separatedBy: "```")[0]) }
    blocks = all.filter { !Self.isOfOthers($0) }
    others = all.count - blocks.count
  }

  /// The lines that a file of tests does not have.
  func lines(missingIn file: String) throws -> [String] {
    let there = try Set(trimmedLines(of: String(contentsOfFile: file, encoding: .utf8)))
    return blocks.joined().filter { !there.contains($0) }
  }

  private static func isOfOthers(_ block: [String]) -> Bool {
    block.first == "// RxSwift" || block.first == "// Combine"
  }
}

private func trimmedLines(of text: String) -> [String] {
  text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    .filter { !$0.isEmpty }
}
