import CMarbleHooks
import Dispatch
import Foundation

/// Ends the process, with a report, when something takes longer than it may.
///
/// Real time is right here: a thread that blocks or spins never comes to a virtual deadline. One
/// thread watches for the whole process. It is started by the first use and sleeps while nothing
/// is watched. The lock guards what is watched; no check runs under it.
package final class Watchdog: Sendable {
  /// What a check finds.
  enum Finding {
    /// Nothing yet: look again at this time.
    case fine(until: UInt64)
    case overdue(text: String, place: Place?)
  }

  typealias Check = @Sendable (_ now: UInt64) -> Finding

  private struct State {
    var checks: [Int: (deadline: UInt64, check: Check)] = [:]
    var count = 0
    /// When the thread looks next; nil while it waits for something to watch.
    var alarm: UInt64?
    var hasThread = false
  }

  package static let shared = Watchdog()

  private let state = Lock(State())
  private let wake = DispatchSemaphore(value: 0)

  /// The longest limit: what is longer counts as this.
  private static let longest = Duration.seconds(1_000_000)

  static func nanoseconds(_ duration: Duration) -> UInt64 {
    let (seconds, attoseconds) = max(min(duration, longest), .zero).components
    return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
  }

  /// In milliseconds, which are fine enough for a reader.
  fileprivate static func length(from start: UInt64, to end: UInt64) -> Duration {
    .milliseconds(Int64((end - start) / 1_000_000))
  }

  /// Calls `check` on the thread of the watchdog at a time, until it is removed.
  ///
  /// - Returns: What ``remove(_:)`` takes.
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
    // Released outside the lock: what a check holds may be the last of a run.
    _ = state.withLock { $0.checks.removeValue(forKey: key) }
  }

  private func run() {
    while true {
      let now = CMarbleNanoseconds()
      for (key, check) in due(at: now) {
        switch check(now) {
        case .fine(let deadline): postpone(key, to: deadline)
        case .overdue(let text, let place):
          // A debugger that holds the process is no hang.
          if CMarbleIsTraced() { postpone(key, to: now + 1_000_000_000) } else { end(text, place) }
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
    if alarm > now { _ = wake.wait(timeout: .now() + .nanoseconds(Int(alarm - now))) }
  }

  /// Nothing can end what hangs, so it ends the process: a hung one never reports anything.
  private func end(_ text: String, _ place: Place?) -> Never {
    let line = place.map { "\($0.filePath):\($0.line): " } ?? ""
    let note = MarbleCoverage.measured.failureNote.map { "\n\n\($0)" } ?? ""
    StandardError.print("\(line)error: \(text)\(note)")
    if let place { Issue(text: text, place: place).deliver() }
    fflush(nil)
    _exit(EXIT_FAILURE)
  }
}

extension Watchdog {
  /// Something that is watched until it is stopped.
  package struct Watch: Sendable {
    fileprivate let key: Int

    package func stop() { Watchdog.shared.remove(key) }
  }

  /// Ends the process after a time, with a text for how long it took, unless it is stopped before.
  package func start(
    _ limit: Duration,
    _ text: @escaping @Sendable (_ length: String) -> String
  ) -> Watch {
    let began = CMarbleNanoseconds()
    let deadline = began + Watchdog.nanoseconds(limit)
    let key = add(from: deadline) { now in
      .overdue(text: text(Watchdog.length(from: began, to: now).elapsedText), place: nil)
    }
    return Watch(key: key)
  }
}

extension Run {
  /// Has the watchdog look after `body`.
  func watched<Result>(_ body: () -> Result) -> Result {
    guard let limit = settings.watchdog else { return body() }
    let nanoseconds = Watchdog.nanoseconds(limit)
    let (monitor, timeline, place) = (driver.monitor, timeline, settings.place)
    let key = Watchdog.shared.add(from: monitor.present.began + nanoseconds) { now in
      let present = monitor.present
      let deadline = present.began + nanoseconds
      guard deadline <= now else { return .fine(until: deadline) }
      let length = Watchdog.length(from: present.began, to: now)
      let trouble = Trouble.hangs(present.activity, at: timeline.now, for: length)
      return .overdue(text: trouble.text, place: place)
    }
    defer { Watchdog.shared.remove(key) }
    return body()
  }
}
