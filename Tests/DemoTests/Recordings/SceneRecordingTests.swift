import Foundation
import LoadableTesting
import ReactiveTimeline
import TestSupport
import Testing

@testable import Demo

/// The scenes in virtual time, and the tests that their recordings print: those of the folder.
///
/// `RECORD_TIMELINES=1` writes the files; `SCENE_TESTS=all` is for all scenes, others than
/// ``sample`` have large fixtures.
@Suite @MainActor struct SceneRecordingTests {
  /// The scenes whose tests are in the repository.
  private static let sample = ["account", "edit", "welcome"]

  @Test(.needsImmediateTasks) func `the recordings of scenes print the tests of the folder`() throws {
    let environment = ProcessInfo.processInfo.environment
    let names = environment["SCENE_TESTS"] == "all" ? Playbill.scenes.map(\.name) : Self.sample
    for name in names {
      let recordings = try record(name)
      print(name, recordings.map(\.name))
      for recording in recordings {
        for file in files(of: recording, name) {
          print(file.name, file.text.prefix(5000))
        }
      }
    }
  }

  private func record(_ name: String) throws -> [SceneRecording] {
    let scene = try #require(try Playbill.pick([name]).first)
    var result: SceneResult?
    let output = CapturedOutput()
    var recordings = SceneRecordings()
    try marbles { m in
      let (server, api) = try DemoServer.inMemory(clock: m.clock)
      let context = m.keep(
        SceneContext(
          server: server,
          api: api,
          console: Console(sink: output, form: .plain),
          clock: m.clock,
          rest: .milliseconds(10)
        )
      )
      recordings = context.recordings
      Task {
        result = await scene.run(in: context)
        for recording in context.recordings.all { recording.timeline.stop() }
      }
    }
    #expect(result == .reached)
    if result != .reached { print(output.text) }
    return recordings.all
  }

  private func files(of recording: SceneRecording, _ scene: String) -> [TimelineFile] {
    recording.timeline.swiftTestFiles(
      of: recording.model,
      named: "\(scene), \(recording.name)",
      expressions: Self.expressions,
      fixtures: [[Podcast].self, Account.self, ListeningQueue.self, [SearchHit].self]
    )
  }

  private static let expressions = [
    SwiftExpression(of: APIError.self) { error in
      switch error {
      case .cancelled: "APIError.cancelled"
      case .connectionLost: "APIError.connectionLost"
      case .timedOut: "APIError.timedOut"
      // Written by its mirror.
      default: nil
      }
    }
  ]
}
