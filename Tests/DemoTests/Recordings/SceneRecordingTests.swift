import Foundation
import LoadableTesting
import ReactiveTimeline
import TestSupport
import Testing

@testable import Demo

/// The scenes in virtual time, and the tests that their recordings print: those of
/// RecordedScenes.swift.
///
/// `RECORD_TIMELINES=1` writes that file and its fixtures; `SCENE_TESTS=all` is for all scenes, most
/// of which have large fixtures.
@Suite @MainActor struct SceneRecordingTests {
  /// The scenes whose tests are in the repository.
  private static let sample = ["account", "edit", "welcome"]
  /// The scenes without a test, and the reasons.
  private static let withoutTest = [
    "movies": """
    its models load posters with a disk cache and an HTTP fetcher, not with load functions, and a \
    second process plays a part
    """,
    "app": """
    its loads send requests through a transport that renews credentials, not with load functions
    """,
    "offline": """
    its models save values with a disk cache, and a second process plays a part
    """,
  ]

  private let environment = ProcessInfo.processInfo.environment

  @Test(.needsImmediateTasks) func `the recordings of scenes print the tests of the file`() throws {
    let isComplete = environment["SCENE_TESTS"] == "all"
    let names = isComplete ? Playbill.scenes.map(\.name) : Self.sample
    var files: [TimelineFile] = []
    for name in names {
      if let reason = Self.withoutTest[name] {
        print("The scene '\(name)' has no test: \(reason).")
        continue
      }
      let recordings = try record(name)
      #expect(!recordings.isEmpty, "the scene \(name) records no model")
      files += recordings.flatMap { Self.files(of: $0, name) }
    }
    #expect(files.filter { $0.text.hasPrefix("// No test") } == [])
    let recorded = RecordedFolder(files)
    if environment["RECORD_TIMELINES"] != nil { try recorded.write() }
    #expect(try recorded.differences() == [])
  }

  /// Plays a scene in virtual time, against routes without a network.
  private func record(_ name: String) throws -> [SceneRecording] {
    let scene = try #require(try Playbill.pick([name]).first)
    var result: SceneResult?
    var recordings: [SceneRecording] = []
    let allowance = MarbleAllowance.taskSleep
    try marbles(allowing: allowance) { m in
      m.expectCleanRun()
      let (server, api) = try DemoServer.inMemory(clock: m.clock)
      let context = SceneContext(
        server: server,
        api: api,
        console: Console(sink: CapturedOutput(), form: .plain),
        clock: m.clock,
        rest: .milliseconds(10)
      )
      Task {
        result = await scene.run(in: context)
        recordings = context.recordings.all
        for recording in recordings { recording.timeline.stop() }
      }
    }
    #expect(result == .reached)
    return recordings
  }

  private static func files(of recording: SceneRecording, _ scene: String) -> [TimelineFile] {
    recording.timeline.swiftTestFiles(
      of: recording.model,
      named: "\(scene), \(recording.name)",
      frame: recording.frame,
      expressions: expressions,
      fixtures: [[Podcast].self, Account.self, ListeningQueue.self, [SearchHit].self, [Movie].self]
    )
  }

  private static let expressions = [
    SwiftExpression(of: Data.self) { $0 == SampleEpisode.data ? "SampleEpisode.data" : nil },
    SwiftExpression(of: SavedFile.Trouble.self) {
      $0 == .missing ? "SavedFile.Trouble.missing" : nil
    },
    SwiftExpression(of: APIError.self) { error in
      switch error {
      case .cancelled: "APIError.cancelled"
      case .connectionLost: "APIError.connectionLost"
      case .timedOut: "APIError.timedOut"
      // The other cases have a payload, so their mirrors have their names.
      default: nil
      }
    },
  ]
}

/// The file of the printed tests, and the folder of their fixtures.
private struct RecordedFolder {
  private let folder = URL(filePath: #filePath).deletingLastPathComponent()
  private var contents: [String: String] = [:]

  init(_ files: [TimelineFile]) {
    let tests = files.filter { $0.name.hasSuffix(".swift") }.map(Self.test)
    contents["RecordedScenes.swift"] = Self.header + tests.joined(separator: "\n")
    for file in files where file.name.hasSuffix(".json") { contents[file.name] = file.text }
  }

  func write() throws {
    let fixtures = folder.appending(path: "Fixtures")
    try? FileManager.default.removeItem(at: fixtures)
    try FileManager.default.createDirectory(at: fixtures, withIntermediateDirectories: true)
    for (name, text) in contents {
      try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }
  }

  /// The names of files with another content.
  func differences() throws -> [String] {
    try contents.keys.sorted().filter { name in
      try String(contentsOf: folder.appending(path: name), encoding: .utf8) != contents[name]
    }
  }

  /// The test without its imports, and with the places where the script plants a defect.
  private static func test(_ file: TimelineFile) -> String {
    let test = String(file.text.drop { $0 != "@" })
    return
      test
      .replacing("Answers = m.cold(", with: "Answers = m.cold(PlantedDefect.late + ")
      .replacing("policy: .api, ", with: "policy: .api.planted, ")
  }

  private static let header = """
    // swift-format-ignore-file
    // Printed by SceneRecordingTests.swift.

    import Foundation
    import LoadableTesting
    import ReactiveStore
    import Testing

    @testable import Demo


    """
}
