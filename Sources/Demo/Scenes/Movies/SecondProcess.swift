import Foundation

/// A program that is run to its end.
struct SecondProcess: Sendable {
  /// What it has written, and with which status it ended.
  struct End: Hashable, Sendable {
    var lines: [String]
    var status: Int32
  }

  /// Why there is no such program.
  struct StartError: LocalizedError {
    var reason: String
    var errorDescription: String? { reason }
  }

  let program: URL
  let arguments: [String]
}

#if os(macOS) || os(Linux)
extension SecondProcess {
  /// Runs it; it is ended when the waiting task is cancelled.
  ///
  /// What blocks, blocks a thread of its own, not one of the pool.
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
      // NB: it may have inherited that the threads of the pool do not take SIGTERM.
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
  func run() async throws -> End {
    throw StartError(reason: "A program cannot run another one on this system.")
  }
}
#endif

extension SecondProcess {
  /// The demo itself: the program that runs, or the one that was built beside its tests.
  static func demo(_ arguments: [String]) throws(StartError) -> SecondProcess {
    guard let program = demos.first(where: isExecutable) else {
      throw StartError(reason: "There is no program to run a second time.")
    }
    return SecondProcess(program: program, arguments: arguments)
  }

  /// Where the demo can be: in the folder of this code, or around the bundle of its tests.
  private static var demos: [URL] {
    let own = Bundle(for: Own.self).bundleURL
    let folders = sequence(first: own) { $0.deletingLastPathComponent() }
    return folders.prefix(2).map { $0.appending(path: "Demo") }
  }

  private final class Own {}

  private static func isExecutable(_ file: URL) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder)
      && !isFolder.boolValue && FileManager.default.isExecutableFile(atPath: file.path)
  }
}
