import Foundation

/// One part of the tour: a screen's view model on real requests, and the state it must reach.
protocol Scene: Sendable {
  /// The name for `--scene`, in lower case.
  var name: String { get }
  /// The headline.
  var title: String { get }
  /// What there is to see, in a sentence or two.
  var shows: String { get }

  /// Plays the scene and says whether it reached its expected state.
  @MainActor func run(in context: SceneContext) async -> SceneResult
}

/// What a scene works with; each scene has a server of its own, so its counts begin at zero.
struct SceneContext: Sendable {
  let server: DemoServer
  let api: API
  let console: Console
  /// Times what the scene waits for.
  let clock: any Clock<Duration>
  /// The folder that posters are kept in from run to run; nil for one that is removed.
  var posters: URL?
}

/// How a scene ended.
enum SceneResult: Hashable, Sendable {
  /// The scene reached its expected state.
  case reached
  /// It did not; the text says what was expected and what was there.
  case missed(String)

  /// Whether the scene reached its expected state.
  var isReached: Bool { self == .reached }
}
