import Foundation
import ReactiveResources

/// Values of loaders that are set and reset in several tasks, until the program is killed.
struct SavedTexts {
  static let count = 4

  let folder: URL
  let firstVersion: Int

  func run() async throws {
    let saved = SavedText.saved(in: try DiskCache(folder: folder))
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<Self.count { group.addTask { await change(number, saved) } }
    }
  }

  private func change(_ number: Int, _ saved: SavedValues<Int, SavedText>) async {
    let loader = SavedText.loader(saved)
    for version in firstVersion... {
      let removes = version % 5 == 4
      DiskVictim.say("begin \(number) \(removes ? 0 : version)")
      if removes {
        loader.reset()
      } else {
        loader.set(SavedText(number, version: version), for: number)
      }
      await saved.finish()
      DiskVictim.say("done \(number) \(removes ? 0 : version)")
    }
  }
}

/// A value whose text is computed from its number and version.
struct SavedText: Codable, Hashable {
  var number: Int
  var version: Int
  var text: String

  init(_ number: Int, version: Int) {
    self.number = number
    self.version = version
    text = String(repeating: "\(number) \(version) ", count: version &* 7919 % 3_000)
  }

  static func saved(in store: DiskCache) -> SavedValues<Int, SavedText> {
    .json(version: 1, in: store) { "text/\($0)" }
  }

  /// A loader that is always offline.
  static func loader(_ saved: SavedValues<Int, SavedText>) -> Loader<Int, SavedText, LoadError> {
    struct Offline: Error {}
    return Loader(saved: saved) { (_: Int) async throws -> SavedText in throw Offline() }
  }
}
