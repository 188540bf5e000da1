import Foundation
import Testing

/// The tests that timelines print, compiled as in the project of a user.
@Suite struct CompiledTestsTests {
  @Test(
    .enabled(
      if: RunningBuild.current != nil,
      "needs Linux, swiftc, and the objects of the native build system without instrumentation"
    )
  )
  func `the tests that timelines print compile, and all of them pass in a process`() async throws {
    let build = try #require(RunningBuild.current)
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (scripts, values) = (try RecordedTests.scripts.text, try RecordedTests.values.text)
    let targets = try RecordedTests.targets.text
    let sources = try [
      ("scripts.swift", scripts), ("values.swift", values), ("targets.swift", targets),
      ("main.swift", Self.main),
    ].map { name, text in
      let file = folder.appending(path: name)
      try text.write(to: file, atomically: false, encoding: .utf8)
      return file
    }
    let program = folder.appending(path: "tests")
    let messages = try await build.compile(sources + Self.models, to: program)
    try #require(FileManager.default.isExecutableFile(atPath: program.path), "\(messages)")
    // NB: without arguments of Swift Testing, the process records no failure of a marble test.
    let output = await build.output(of: program, ["--testing-library", "swift-testing"])
    let count = (scripts + values + targets + Self.main).components(separatedBy: "@Test").count - 1
    let lines = output.split(separator: "\n")
    let failures = lines.filter { !$0.contains(" passed after ") && !$0.hasSuffix(" started.") }
    let end = lines.last ?? ""
    #expect(
      end.contains("Test run with \(count) tests in 0 suites failed") && end.hasSuffix(" 1 issue."),
      "\(failures.joined(separator: "\n"))"
    )
  }

  /// Runs the tests, and one that fails: without its failure, no other would be noticed.
  private static let main = """
    import LoadableTesting
    import Testing

    @MainActor @Test func `the deliberate failure`() { marbles { $0.expect($0.hot("-a"), "--a") } }

    await Testing.__swiftPMEntryPoint() as Never

    """

  /// The files with the types that the tests use.
  private static var models: [URL] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    return [
      "ScriptModel.swift", "TargetsModel.swift", "PrintedSample.swift",
      "../../TestSupport/SeededGenerator.swift",
    ].map { folder.appending(path: $0) }
  }
}
