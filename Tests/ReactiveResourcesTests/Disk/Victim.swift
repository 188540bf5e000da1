#if os(macOS) || os(Linux)
import Foundation
import Testing

@testable import DiskVictim

/// A run of the program that the tests kill.
///
/// All blocking calls block a separate thread, not one of the pool.
struct Victim: Sendable {
  struct End: Sendable {
    /// The complete lines of its output.
    var lines: [String]
    /// Whether it was killed; otherwise it exited by itself, with status 0.
    var wasKilled: Bool
  }

  struct Trouble: Error {
    var reason: String
  }

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  init(_ mode: String, _ folder: URL, _ number: Int = 0) throws {
    // NB: Without it, Foundation's `Process` on Linux does not detect the exit of its program.
    try Loopback.check()
    process.executableURL = try Self.executable()
    process.arguments = [mode, folder.path, String(number)]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  var processID: Int32 { process.processIdentifier }

  /// In the folder of the tests, or next to their bundle: the build writes both there.
  private static func executable() throws -> URL {
    let tests = Bundle(for: Own.self).bundleURL
    let files = [tests, tests.deletingLastPathComponent()].map { $0.appending(path: "DiskVictim") }
    guard let file = files.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) })
    else { throw Trouble(reason: "no DiskVictim next to \(tests.path)") }
    return file
  }

  private final class Own {}

  /// Reads its output until it has exited; after this many lines it is killed, at any point of its
  /// work.
  func end(killedAfter lines: Int? = nil) async throws -> End {
    let text = await readAll(killedAfter: lines)
    let wasKilled = process.terminationReason == .uncaughtSignal
    if wasKilled ? process.terminationStatus != SIGKILL : process.terminationStatus != 0 {
      throw Trouble(reason: "it ended with \(process.terminationStatus): \(text)")
    }
    // The last line may be incomplete.
    let whole = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    return End(lines: whole.map(String.init), wasKilled: wasKilled)
  }

  /// Returns after its first output.
  func firstOutput() async {
    await blocking { _ = output.fileHandleForReading.availableData }
  }

  func kill() { Foundation.kill(processID, SIGKILL) }

  private func readAll(killedAfter lines: Int?) async -> String {
    await blocking {
      var bytes = Data()
      var feeds = 0
      while case let more = output.fileHandleForReading.availableData, !more.isEmpty {
        bytes += more
        feeds += more.count { $0 == UInt8(ascii: "\n") }
        if let lines, feeds >= lines { kill() }
      }
      process.waitUntilExit()
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  private func blocking<Answer: Sendable>(
    _ work: @escaping @Sendable () -> Answer
  ) async -> Answer {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: work()) }
    }
  }
}
#endif
