import CMarbleHooks

/// The current activity of a run and its start in real time, for the watchdog.
///
/// The run's thread writes it, and the watchdog's thread reads it. The lock guards both values.
final class Monitor: Sendable {
  enum Activity: Sendable {
    case body
    /// A job of a task, with the start of the task; nil for a child or a task from outside the run.
    case task(Origin?)
    case actor
    /// A scheduled entry: an input, a step, a timer.
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
    case .task(let origin?): "a task, started at \(origin.text)"
    case .task(nil): "a child task, or a task that started outside the run"
    case .actor: "an actor"
    case .event(let what, let origin): "\(what), scheduled at \(origin.text)"
    case .reading: "an expression of `m.expect(reading:)`"
    case .end: "the end of the run, which compares and releases everything that the test made"
    }
  }
}
