#if os(macOS) || os(Linux)
import Foundation
import Testing

@testable import Demo

@Suite struct SecondProcessTests {
  /// NB: Without a loopback network, Foundation's `Process` on Linux does not detect the exit of
  /// its program.
  private func shell(_ script: String) throws -> SecondProcess {
    try RunningServer.checkLoopback()
    return SecondProcess(program: URL(filePath: "/bin/sh"), arguments: ["-c", script])
  }

  @Test func `its output is returned in lines, with its status`() async throws {
    let end = try await shell("echo one; echo; echo two >&2; exit 3").run()
    #expect(end == SecondProcess.End(lines: ["one", "", "two"], status: 3))
  }

  @Test func `it is terminated when its caller is cancelled`() async throws {
    let pipe = FileManager.default.temporaryDirectory.appending(path: "pipe-\(UUID())")
    defer { try? FileManager.default.removeItem(at: pipe) }
    try #require(mkfifo(pipe.path, 0o600) == 0)
    let program = try shell("echo begun > '\(pipe.path)'; exec sleep 600")
    let running = Task { try await program.run() }
    #expect(await text(from: pipe) == "begun\n")
    running.cancel()
    #expect(try await running.value == SecondProcess.End(lines: [], status: SIGKILL))
  }

  @Test func `a task that is cancelled already runs nothing`() async throws {
    let running = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await shell("exit 0").run()
    }
    await #expect(throws: CancellationError.self) { try await running.value }
  }

  @Test func `a missing program is an error`() async throws {
    let process = SecondProcess(program: URL(filePath: "/no/such"), arguments: [])
    await #expect(throws: (any Error).self) { try await process.run() }
  }

  @Test func `the demo next to the tests is found, and is this demo`() async throws {
    let end = try await SecondProcess.demo(["--list"]).run()
    #expect(end.status == 0)
    #expect(Playbill.scenes.allSatisfy { end.lines.contains($0.name) })
  }

  /// Waits for a writer of a pipe, on a separate thread.
  private func text(from pipe: URL) async -> String {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let bytes = FileHandle(forReadingAtPath: pipe.path)?.readDataToEndOfFile()
        continuation.resume(returning: String(decoding: bytes ?? Data(), as: UTF8.self))
      }
    }
  }
}
#endif
