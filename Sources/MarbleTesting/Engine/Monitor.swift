import CMarbleHooks

/// What a run is doing, and since when in real time: written by its thread, read by the watchdog.
///
/// The lock guards both.
final class Monitor: Sendable {
  enum Activity: Sendable {
    case body
    /// A job of a task, with where the task began; nil for a child, and for one from elsewhere.
    case task(Origin?)
    case actor
    /// An entry of the agenda: an input, a step, a timer.
    case event(String, Origin)
    case reading
    case end
  }

  struct Present: Sendable {
    var activity = Activity.body
    var began = CMarbleNanoseconds()
  }

  private let state = Lock(Present())

  var present: Present {
    state.withLock { $0 }
  }

  func begin(_ activity: Activity) {
    let now = CMarbleNanoseconds()
    state.withLock { $0 = Present(activity: activity, began: now) }
  }
}

extension Monitor.Activity {
  var text: String {
    switch self {
    case .body: "the body"
    case .task(let origin?): "a task, begun at \(origin.text)"
    case .task(nil): "a child task, or a task that began outside of the run"
    case .actor: "an actor"
    case .event(let what, let origin): "\(what), scheduled at \(origin.text)"
    case .reading: "an expression of `m.expect(reading:)`"
    case .end: "the end of the run, which compares and releases what the test made"
    }
  }
}
