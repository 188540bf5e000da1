import Foundation
import LoadableTesting
import ReactiveLoadable
import Testing

@testable import Demo

/// Real files, in virtual time; each is in a separate folder.
@Suite struct `The file of saved movies` {
  @Test func `consecutive changes are one write, and the last one stays`() throws {
    try withFile { url in
      marbles { m in
        let file = m.keep(SavedFile(at: url, quiet: .milliseconds(20), clock: m.clock))
        m.hot("-123----4") { name in
          m.keep(Task { try await file.write(MovieChoices(seen: [Int(name) ?? 0])) })
        }
        m.expect(reading: { Self.seen(url) }, "n----3----4", ["n": nil, "3": [3], "4": [4]])
        m.at(.milliseconds(110)) { #expect(file.counts == (begun: 4, done: 2)) }
      }
    }
  }

  @Test func `written data is read back, and no other file is left`() async throws {
    try await withFile { url in
      let file = SavedFile(at: url, quiet: .zero)
      let values = MovieChoices(favorites: [3, 1], seen: [2], order: .title, adults: true)
      try await file.write(values)
      #expect(try file.read() == values)
      let folder = url.deletingLastPathComponent().path
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["kept.json"])
    }
  }

  @Test func `an absent file is missing`() throws {
    try withFile { url in
      #expect(throws: SavedFile.Trouble.missing) { try SavedFile(at: url).read() }
    }
  }

  @Test(arguments: ["", "{", #"{"seen": 1}"#, "[]"])
  func `a file that cannot be read is moved aside unchanged`(text: String) throws {
    try withFile { url in
      try Data(text.utf8).write(to: url)
      let broken = SavedFile.Trouble.broken(kept: "kept.json.broken")
      #expect(throws: broken) { try SavedFile(at: url).read() }
      #expect(try Data(contentsOf: url.appendingPathExtension("broken")) == Data(text.utf8))
      #expect(throws: SavedFile.Trouble.missing) { try SavedFile(at: url).read() }
    }
  }

  @Test func `an absent folder is reported by the write`() async throws {
    try await withFile { url in
      let file = SavedFile(at: url.appending(path: "none/kept.json"), quiet: .zero)
      await #expect(throws: (any Error).self) { try await file.write(MovieChoices()) }
    }
  }

  private static func seen(_ url: URL) -> [Movie.ID]? {
    let data = try? Data(contentsOf: url)
    return data.flatMap { try? JSONDecoder().decode(MovieChoices.self, from: $0).seen }
  }

  private func withFile(_ body: (URL) throws -> Void) throws {
    let folder = try newFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.appending(path: "kept.json"))
  }

  private func withFile(_ body: (URL) async throws -> Void) async throws {
    let folder = try newFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.appending(path: "kept.json"))
  }

  private func newFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kept-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }
}
