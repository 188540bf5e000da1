import Foundation

struct SecondProcess: Sendable {
  struct End: Hashable, Sendable {
    var lines: [String]
    var status: Int32
  }

  let program: URL
  let arguments: [String]
}

#if os(macOS) || os(Linux)
extension SecondProcess {
  func run() async throws -> End {
    let (process, output) = (Process(), Pipe())
    process.executableURL = program
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try Task.checkCancellation()
    try process.run()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: end(of: process, output)) }
      }
    } onCancel: {
      // NB: the program can inherit a blocked SIGTERM from a thread of the pool.
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }
  }

  private func end(of process: Process, _ output: Pipe) -> End {
    let bytes = try? output.fileHandleForReading.readToEnd()
    process.waitUntilExit()
    let text = String(decoding: bytes ?? Data(), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return End(
      lines: lines.last == "" ? lines.dropLast() : lines,
      status: process.terminationStatus
    )
  }
}
#else
extension SecondProcess {
  func run() async throws -> End { throw CocoaError(.featureUnsupported) }
}
#endif

extension SecondProcess {
  /// The demo itself: the running program, or the one next to its tests.
  static func demo(_ arguments: [String]) throws -> SecondProcess {
    // In the folder of this code, or around the bundle of its tests.
    let folders = sequence(first: Bundle(for: Own.self).bundleURL) {
      $0.deletingLastPathComponent()
    }
    let programs = folders.prefix(2).map { $0.appending(path: "Demo") }
    let program = programs.first { FileManager.default.isExecutableFile(atPath: $0.path) }
    guard let program else { throw CocoaError(.executableNotLoadable) }
    return SecondProcess(program: program, arguments: arguments)
  }

  private final class Own {}
}
