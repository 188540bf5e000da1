import CMarbleHooks

/// The current activity of a run and its start in real time, for the watchdog.
///
/// The run's thread writes it, and the watchdog's thread reads it. The lock guards both values.
final class Monitor: Sendable {
  struct Snapshot: Sendable {
    var activity = Activity.body
    var began = CMarbleNanoseconds()
  }

  private let state = Lock(Snapshot())

  var current: Snapshot {
    state.withLock { $0 }
  }

  func begin(_ activity: Activity) {
    let now = CMarbleNanoseconds()
    state.withLock { $0 = Snapshot(activity: activity, began: now) }
  }
}
