import ReactiveLoadable
import ReactiveTimeline

/// A recording of a model of a scene, with the expression that creates the model in a test.
struct SceneRecording: Sendable {
  /// The name, once in a scene.
  var name: String
  let model: String
  let frame: Duration
  let timeline: Timeline
}

/// The recordings of a scene, in the order in which they start.
final class SceneRecordings: Sendable {
  private let recorded = BehaviorRelay<[SceneRecording]>([])

  private let kept = BehaviorRelay<[any AnyObject & Sendable]>([])

  /// Keeps a model until the end of the scene, so that its streams do not end before the recording.
  func keep(_ model: any AnyObject & Sendable) { kept.update { $0.append(model) } }

  var all: [SceneRecording] { recorded.value }

  /// Adds a recording; later ones of the same name are numbered.
  func add(_ recording: SceneRecording) {
    recorded.update { recorded in
      var recording = recording
      let names = recorded.map(\.name)
      let numbered =
        [recording.name] + (2...max(2, names.count + 1)).map { "\(recording.name) \($0)" }
      recording.name = numbered.first { !names.contains($0) } ?? recording.name
      recorded.append(recording)
    }
  }
}
