import CMarbleHooks

/// The current activity of a run and its start in real time, for the watchdog.
///
/// The run's thread writes it, and the watchdog's thread reads it. The lock guards both values.
final class Monitor: Sendable {
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
