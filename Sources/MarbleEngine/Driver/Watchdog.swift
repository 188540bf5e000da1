import CMarbleHooks
import Dispatch
import Foundation

/// Ends the process with a report if a check exceeds its deadline.
///
/// It uses real time, because a thread that blocks or spins never reaches a virtual deadline. One
/// thread watches the whole process; the first use starts it, and it sleeps while no check is
/// registered. The lock guards the checks; no check runs with the lock held.
final class Watchdog: Sendable {
  /// The result of a check.
  enum CheckResult {
    /// No failure yet; check again at this time.
    case fine(until: UInt64)
    /// Too late; the closure reports it before the process ends.
    case overdue(report: @Sendable () -> Void)
  }

  typealias Check = @Sendable (_ now: UInt64) -> CheckResult

  private struct State {
    var checks: [Int: (deadline: UInt64, check: Check)] = [:]
    var count = 0
    /// The time of the next check; nil while the thread waits for something to watch.
    var alarm: UInt64?
    var hasThread = false
  }

  static let shared = Watchdog()

  private let state = Lock(State())
  private let wake = DispatchSemaphore(value: 0)

  /// The longest limit; longer limits are clamped.
  private static let longest = Duration.seconds(1_000_000)

  static func nanoseconds(_ duration: Duration) -> UInt64 {
    let (seconds, attoseconds) = max(min(duration, longest), .zero).components
    return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
  }

  /// The duration in milliseconds, which is precise enough for a report.
  static func length(from start: UInt64, to end: UInt64) -> Duration {
    .milliseconds(Int64((end - start) / 1_000_000))
  }

  /// Calls `check` on the thread of the watchdog from a deadline on, until it is removed.
  ///
  /// - Returns: The key for ``remove(_:)``.
  func add(from deadline: UInt64, _ check: @escaping Check) -> Int {
    let (key, isEarlier, isFirst) = state.withLock { state in
      state.count += 1
      state.checks[state.count] = (deadline, check)
      let isEarlier = state.alarm.map { deadline < $0 } ?? true
      if isEarlier { state.alarm = deadline }
      defer { state.hasThread = true }
      return (state.count, isEarlier, !state.hasThread)
    }
    if isFirst { Thread.detachNewThread { self.run() } } else if isEarlier { wake.signal() }
    return key
  }

  func remove(_ key: Int) {
    // Release outside the lock, because a check may hold the last reference to a run.
    _ = state.withLock { $0.checks.removeValue(forKey: key) }
  }

  private func run() {
    while true {
      let now = CMarbleNanoseconds()
      for (key, check) in due(at: now) {
        switch check(now) {
        case .fine(let deadline): postpone(key, to: deadline)
        case .overdue(let report):
          // A process that is held by a debugger does not hang.
          if CMarbleIsTraced() { postpone(key, to: now + 1_000_000_000) } else { end(report) }
        }
      }
      sleep()
    }
  }

  private func due(at now: UInt64) -> [(Int, Check)] {
    state.withLock { state in
      state.checks.filter { $0.value.deadline <= now }.map { ($0.key, $0.value.check) }
    }
  }

  private func postpone(_ key: Int, to deadline: UInt64) {
    state.withLock { $0.checks[key]?.deadline = deadline }
  }

  private func sleep() {
    let alarm = state.withLock { state in
      state.alarm = state.checks.values.map(\.deadline).min()
      return state.alarm
    }
    guard let alarm else { return wake.wait() }
    let now = CMarbleNanoseconds()
    // Where `Int` has 32 bits, the thread wakes up every two seconds and continues to sleep.
    if alarm > now { _ = wake.wait(timeout: .now() + .nanoseconds(Int(clamping: alarm - now))) }
  }

  /// Ends the process: a blocked thread cannot be stopped, and a hung test never reports anything.
  private func end(_ report: () -> Void) -> Never {
    report()
    fflush(nil)
    _exit(EXIT_FAILURE)
  }
}
