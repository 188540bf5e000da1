import Foundation
import Testing

/// The pictures of all articles.
@Suite struct AllPictures {
  private let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..")

  @Test func `each picture of the documentation is rendered by a test`() throws {
    let tests = try files(in: "Tests", ending: ".swift")
      .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    let names = try files(in: "Sources", ending: ".svg").filter { $0.path.contains(".docc/") }
      .map { $0.deletingPathExtension().lastPathComponent.replacing("~dark", with: "") }
    #expect(Set(names).count >= 7)
    for name in Set(names) {
      let isRendered =
        tests.contains("PictureFiles(\"\(name)\"") || tests.contains("(\"\(name)\", Grammar")
      #expect(isRendered, "\(name).svg is not rendered by a test; render it with PictureFiles")
    }
  }

  private func files(in folder: String, ending: String) throws -> [URL] {
    let names = try FileManager.default.subpathsOfDirectory(
      atPath: root.appending(path: folder).path
    )
    return names.filter { $0.hasSuffix(ending) }.map { root.appending(path: "\(folder)/\($0)") }
  }
}
