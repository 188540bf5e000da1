import CMarbleHooks
import Dispatch
import Foundation

/// Ends the process with a report if one activity of a run takes longer than a limit.
///
/// It uses real time, because a thread that blocks or spins never reaches a virtual deadline. One
/// thread watches the whole process; the first use starts it, and it sleeps while no run is
/// registered. The lock guards the watched runs; no report runs with the lock held.
final class Watchdog: Sendable {
  typealias Report = @Sendable (Activity, _ length: Duration) -> Void

  private struct Watch {
    var deadline: UInt64
    let monitor: Monitor
    let limit: UInt64
    let report: Report
  }

  private struct State {
    var watches: [Int: Watch] = [:]
    var count = 0
    /// The time of the next check; nil while the thread waits for something to watch.
    var alarm: UInt64?
    var hasThread = false
  }

  static let shared = Watchdog()

  private let state = Lock(State())
  private let wake = DispatchSemaphore(value: 0)

  private static let longest = Duration.seconds(1_000_000)

  /// Watches the activities of a run, until its key is removed.
  func watch(_ monitor: Monitor, _ limit: Duration, _ report: @escaping Report) -> Int {
    let limit = UInt64(max(min(limit, Watchdog.longest), .zero).nanoseconds)
    let deadline = monitor.current.began + limit
    let (key, isEarlier, isFirst) = state.withLock { state in
      state.count += 1
      state.watches[state.count] = Watch(
        deadline: deadline,
        monitor: monitor,
        limit: limit,
        report: report
      )
      let isEarlier = state.alarm.map { deadline < $0 } ?? true
      if isEarlier { state.alarm = deadline }
      defer { state.hasThread = true }
      return (state.count, isEarlier, !state.hasThread)
    }
    if isFirst { Thread.detachNewThread { self.run() } } else if isEarlier { wake.signal() }
    return key
  }

  func remove(_ key: Int) {
    // Release outside the lock, because a report may hold the last reference to a run.
    _ = state.withLock { $0.watches.removeValue(forKey: key) }
  }

  private func run() {
    while true {
      let now = CMarbleNanoseconds()
      for (key, watch) in state.withLock({ $0.watches.filter { $0.value.deadline <= now } }) {
        let current = watch.monitor.current
        if current.began + watch.limit > now {
          postpone(key, to: current.began + watch.limit)
        } else if CMarbleIsTraced() {
          // A process that is held by a debugger does not hang.
          postpone(key, to: now + 1_000_000_000)
        } else {
          // Milliseconds are precise enough for a report.
          let length = Duration.milliseconds(Int64((now - current.began) / 1_000_000))
          watch.report(current.activity, length)
          end()
        }
      }
      sleep()
    }
  }

  private func postpone(_ key: Int, to deadline: UInt64) {
    state.withLock { $0.watches[key]?.deadline = deadline }
  }

  private func sleep() {
    let alarm = state.withLock { state in
      state.alarm = state.watches.values.map(\.deadline).min()
      return state.alarm
    }
    guard let alarm else { return wake.wait() }
    let now = CMarbleNanoseconds()
    // Where `Int` has 32 bits, the thread wakes up every two seconds and continues to sleep.
    if alarm > now { _ = wake.wait(timeout: .now() + .nanoseconds(Int(clamping: alarm - now))) }
  }

  /// Ends the process: a blocked thread cannot be stopped, and a hung test never reports anything.
  private func end() -> Never {
    fflush(nil)
    _exit(EXIT_FAILURE)
  }
}
