import Foundation
import ReactiveLoadable
import ReactiveTimeline

/// One part of the tour: view models on real requests, in steps that yield output and checks.
struct Scene: Sendable {
  /// The name for `--scene`, in lower case.
  let name: String
  let title: String
  let shows: String
  let steps: @MainActor @Sendable (SceneContext) async throws -> [Step]
}

/// One step of a scene: some work, then the output and the checks of it.
struct Step {
  /// The text of the spinner; nil for a step that shows its own progress.
  var label: String?
  var run: @MainActor () async throws -> [Block]

  init(_ label: String? = nil, run: @escaping @MainActor () async throws -> [Block]) {
    (self.label, self.run) = (label, run)
  }

  @MainActor
  fileprivate func perform(on console: Console) async throws -> [Block] {
    guard let label else { return try await run() }
    return try await console.working(label) { try await run() }
  }
}

/// The environment of a scene; every scene has a new server, so its counts start at zero.
struct SceneContext: Sendable {
  let server: DemoServer
  let api: API
  let console: Console
  let clock: any Clock<Duration>
  /// The folder for posters that outlives the run; nil to use ``scratch``.
  var posters: URL?
  /// The recordings of the models of the scene, which print tests.
  let recordings = SceneRecordings()
  /// The time between an answer and the next step of the user; tests of recordings need it.
  var rest = Duration.zero
  /// True if time is virtual; the threads of posters are not.
  var isVirtual: Bool { rest > .zero }
  /// A folder for the files of the scene, removed at its end; the scene creates it.
  let scratch = FileManager.default.temporaryDirectory
    .appending(path: "demo-\(UUID().uuidString)", directoryHint: .isDirectory)

  @MainActor
  func timeline<State: Sendable>(_ states: ReadOnlyRelay<State>) -> StateTimeline<State> {
    StateTimeline(states, clock: clock)
  }

  /// Starts a recording of a model.
  ///
  /// - Parameters:
  ///   - name: The name of the recording, after that of the scene.
  ///   - model: The expression that creates the model in a test.
  ///   - clock: The clock of the model, if it is not that of the scene.
  ///   - frame: The frame of the test.
  /// - Returns: The timeline, for the streams and load functions of the model.
  func recording(
    _ name: String,
    of model: String,
    clock: (any Clock<Duration>)? = nil,
    frame: Duration = .milliseconds(10)
  ) -> Timeline {
    let clock = clock ?? self.clock
    let timeline = Timeline(clock: clock)
    let recording = SceneRecording(name: name, model: model, frame: frame, timeline: timeline)
    recordings.add(recording)
    return timeline
  }

  func rest() async { if rest > .zero { await pause(rest) } }

  func pause(_ duration: Duration = .milliseconds(20)) async {
    try? await clock.sleep(for: duration)
  }
}

extension Scene {
  /// Runs the steps in order; an error of a step ends the scene.
  @MainActor
  func run(in context: SceneContext) async -> SceneResult {
    defer { try? FileManager.default.removeItem(at: context.scratch) }
    var checks: [(claim: String, result: SceneResult)] = []
    do {
      for step in try await steps(context) {
        let blocks = try await step.perform(on: context.console)
        context.console.write(blocks)
        checks += blocks.checks
      }
    } catch {
      let reason = (error as? any LocalizedError)?.errorDescription ?? "\(error)"
      return .missed("The scene “\(name)”: expected to run to its end, stopped early: \(reason)")
    }
    context.console.write(checks)
    return checks.map(\.result).all
  }
}

extension Console {
  func write(_ checks: [(claim: String, result: SceneResult)]) {
    guard !checks.isEmpty else { return }
    line()
    line("Checks", style: .bold)
    for check in checks {
      let mark: (String, TextStyle) = check.result.isReached ? ("✓ ", .good) : ("✗ ", .bad)
      for (index, text) in check.claim.wrapped(toColumns: 76).enumerated() {
        var part = index == 0 ? StyledLine(mark.0, mark.1) : StyledLine("  ")
        part.append(text)
        line(part)
      }
    }
  }
}

enum SceneResult: Hashable, Sendable {
  case reached
  case missed(String)

  var isReached: Bool { self == .reached }
  var verdict: String { isReached ? "PASS" : "FAIL" }

  func and(_ other: SceneResult) -> SceneResult {
    guard case .missed(let first) = self else { return other }
    guard case .missed(let second) = other else { return self }
    return .missed("\(first) \(second)")
  }

  func proves(_ claim: String) -> Block { .check(claim, self) }
}

/// Reached if the fact is as expected.
func expect<Fact: Equatable>(_ name: String, _ fact: Fact, is expected: Fact) -> SceneResult {
  fact == expected ? .reached : .missed("\(name): expected \(expected), found \(fact).")
}

extension [SceneResult] {
  var all: SceneResult { reduce(.reached) { $0.and($1) } }
}
