import Foundation
import ReactiveLoadable

/// The file of what is kept, which is written whole: beside, and renamed.
///
/// One write runs at a time. What is to be written while one waits or runs takes the place of that one,
/// so the last is what stays, and an older one never comes after it.
final class SavedFile: Sendable {
  let url: URL
  private let writes: Mutation<SavedValues, Void, LoadError>

  /// - Parameters:
  ///   - url: Where it is; its folder is there.
  ///   - quiet: How long changes have to rest before they are written.
  ///   - clock: Times the rest.
  init(
    at url: URL,
    quiet: Duration = .milliseconds(20),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.url = url
    writes = Mutation(policy: MutationPolicy(overlap: .replace)) { values in
      try await clock.sleep(for: quiet)
      try JSONEncoder().encode(values).write(to: url, options: .atomic)
    }
  }

  /// Writes, and returns when that is done, or another write has taken its place.
  func write(_ values: SavedValues) async throws {
    if let error = await writes.run(values).outcome().error { throw error.underlying }
  }

  /// How many writes were begun, and how many of them were done.
  var counts: (begun: Int, done: Int) {
    let history = writes.history.value
    let done = history.count { if case .loaded = $0.outcome { true } else { false } }
    return (history.count, done)
  }
}

extension SavedFile {
  /// Why nothing is restored.
  enum Trouble: Error, Hashable, CustomStringConvertible {
    /// There is no file: the app begins for the first time.
    case missing
    /// It cannot be read; it was put beside, under this name.
    case broken(kept: String)

    var description: String {
      switch self {
      case .missing: "Nothing was saved yet."
      case .broken(let name): "What was saved cannot be read; it is kept as \(name)."
      }
    }
  }

  /// Reads what was written last; what cannot be read is put beside, not written over.
  func read() throws -> SavedValues {
    guard FileManager.default.fileExists(atPath: url.path) else { throw Trouble.missing }
    guard
      let values = try? JSONDecoder().decode(SavedValues.self, from: Data(contentsOf: url))
    else { throw Trouble.broken(kept: try putBeside()) }
    return values
  }

  private func putBeside() throws -> String {
    let beside = url.appendingPathExtension("broken")
    try? FileManager.default.removeItem(at: beside)
    try FileManager.default.moveItem(at: url, to: beside)
    return beside.lastPathComponent
  }
}
