import CMarbleHooks

/// The current activity of a run and its start in real time, for the watchdog.
///
/// The run's thread writes it, and the watchdog's thread reads it. The lock guards both values.
final class Monitor: Sendable {
  private let state = Lock((activity: Activity.body, began: CMarbleNanoseconds()))

  var current: (activity: Activity, began: UInt64) { state.withLock { $0 } }

  func begin(_ activity: Activity) {
    let now = CMarbleNanoseconds()
    state.withLock { $0 = (activity, now) }
  }
}
