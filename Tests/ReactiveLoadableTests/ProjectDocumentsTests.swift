import Foundation
import Testing

/// The documents at the root of the repository.
@Suite struct `The project's documents` {
  private let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")

  @Test func `the map of the architecture names existing files and folders`() throws {
    let map = try text("ARCHITECTURE.md")
    let names = map.matches(of: #/`([\w+\-]+\.(?:swift|md|sh|txt)|\w+/[\w./]+)`/#).map { "\($0.1)" }
    let files = try Set(["Sources", "Tests"].flatMap(files).map(\.lastPathComponent))
    #expect(names.count > 50)
    for name in Set(names).sorted() {
      let isFound = exists(name) || files.contains(name)
      #expect(isFound, "\(name) does not exist")
    }
  }

  @Test func `the map of the architecture names every library`() throws {
    let map = try text("ARCHITECTURE.md")
    let manifest = try text("Package.swift")
    for product in manifest.matches(of: #/.library\(\s*name: "(\w+)"/#).map(\.1) {
      #expect(map.contains(product))
    }
  }

  @Test func `no type of the libraries has the name of a module`() throws {
    let modules = try text("Package.swift").matches(of: #/.target\(\s+name: "(\w+)"/#).map(\.1)
    let names = modules.joined(separator: "|")
    let declaration = try Regex("(struct|class|enum|actor|protocol|typealias) (\(names))\\b")
    for file in try files(in: "Sources") where file.pathExtension == "swift" {
      let code = try String(contentsOf: file, encoding: .utf8)
      let isFound = code.contains(declaration)
      #expect(!isFound, "\(file.lastPathComponent)")
    }
  }

  @Test func `the notices name every package of the manifest`() throws {
    let notices = try text("THIRD-PARTY-NOTICES.md")
    let packages = try text("Package.swift").matches(
      of: #/url: "https:\/\/github.com\/([\w\-\/]+)"/#
    )
    #expect(packages.count >= 7)
    for package in packages.map(\.1) { #expect(notices.contains("github.com/\(package))")) }
    #expect(notices.contains("swift-issue-reporting"))
    #expect(notices.contains("xctest-dynamic-overlay"))
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  private func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appending(path: path).path)
  }

  /// The files below a folder.
  private func files(in folder: String) throws -> [URL] {
    let folder = root.appending(path: folder).standardizedFileURL
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return paths.map { folder.appending(path: $0) }
  }
}
