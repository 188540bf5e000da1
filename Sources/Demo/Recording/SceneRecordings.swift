import ReactiveLoadable
import ReactiveTimeline

/// A recording of a model of a scene, with the expression that creates the model in a test.
struct SceneRecording: Sendable {
  let name: String
  let model: String
  let timeline: Timeline
}

/// The recordings of a scene, in the order in which they start.
final class SceneRecordings: Sendable {
  private let recorded = BehaviorRelay<[SceneRecording]>([])

  var all: [SceneRecording] { recorded.value }

  func add(_ recording: SceneRecording) { recorded.update { $0.append(recording) } }
}
