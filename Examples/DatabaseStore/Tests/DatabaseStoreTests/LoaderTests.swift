import DatabaseStore
import Foundation
import GRDB
import ReactiveResources
import Testing

@Suite struct LoaderTests {
  private struct Offline: Error {}

  @Test func `a loader shows the value of the last process first, until its reset`() async throws {
    let file = URL.temporaryDirectory.appending(path: "\(UUID()).sqlite")
    defer { try? FileManager.default.removeItem(at: file) }
    do {
      let saved = try saved(file)
      let loader = Loader(saved: saved) { "text of \($0)" }
      await loader.load(1).outcome()
      await loader.load(2).outcome()
      await saved.finish()
    }
    do {
      let saved = try saved(file)
      let offline = Loader(saved: saved) { (_: Int) async throws -> String in throw Offline() }
      await offline.load(1).outcome()
      #expect(offline.state.latest == "text of 1")
      offline.reset()
      await saved.finish()
      await offline.load(1).outcome()
      #expect(offline.state.latest == nil)
      await offline.load(2).outcome()
      #expect(offline.state.latest == "text of 2")
    }
  }

  private func saved(_ file: URL) throws -> SavedValues<Int, String> {
    .json(version: 1, in: try DatabaseStore(DatabaseQueue(path: file.path))) { "text/\($0)" }
  }
}
