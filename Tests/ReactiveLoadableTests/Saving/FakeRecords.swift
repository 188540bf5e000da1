import Foundation
import ReactiveLoadable
import TestSupport

@testable import ReactiveLoading

/// Records in memory, whose reads take a virtual time, and whose calls are logged as words.
///
/// A value is text; a request is its own key.
// SAFETY: the lock guards every `var`.
final class FakeRecords: LoadRecords, @unchecked Sendable {
  struct Record {
    var value: String
    /// The time on the clock at which the value was loaded or set.
    var time: Duration
    var isStale = false
  }

  /// The date of the time zero.
  static let start = Date(timeIntervalSinceReferenceDate: 0)

  private let elapsed: ElapsedTime
  private let clock: any Clock<Duration>
  private let readTime: Duration
  /// The read times of keys that differ.
  private let readTimes: [String: Duration]
  private let ignoresCancellation: Bool
  private let lock = NSLock()
  private var records: [String: Record] = [:]
  private var log: [String] = []
  private var removals = 0
  private var receiver: (@Sendable (LoadObserver.Event.Kind, AnyBox) -> Void)?

  /// Creates records with values of an age, whose reads take a time.
  init(
    on clock: some Clock<Duration>,
    reads readTime: Duration = .milliseconds(10),
    _ records: [String: (value: String, age: Duration)] = [:],
    isStale: Bool = false,
    readTimes: [String: Duration] = [:],
    ignoresCancellation: Bool = false
  ) {
    (self.clock, self.readTime, self.readTimes) = (clock, readTime, readTimes)
    self.ignoresCancellation = ignoresCancellation
    elapsed = ElapsedTime(on: clock)
    let now = elapsed.now()
    self.records = records.mapValues {
      Record(value: $0.value, time: now - $0.age, isStale: isStale)
    }
  }

  /// The calls, but not those of keys.
  var calls: [String] { lock.withLock { log } }
  /// The saves and removals.
  var changes: [String] { calls.filter { !$0.hasPrefix("read") } }

  func key(of request: AnyBox) -> String {
    request.erased is NoRequest ? "value" : "\(request.erased)"
  }

  func record(for key: String, of request: AnyBox) async -> RestoredValue? {
    lock.withLock { log.append("read \(key)") }
    let time = readTimes[key] ?? readTime
    if ignoresCancellation {
      await Task { [clock] in try? await clock.sleep(for: time) }.value
    } else if time > .zero {
      try? await clock.sleep(for: time)
    }
    guard let record = lock.withLock({ records[key] }) else { return nil }
    return restored(record)
  }

  func reportTimeout(of key: String, _ request: AnyBox) {
    lock.withLock { log.append("read \(key) timed out") }
  }

  /// Returns a record as it is read now.
  func restored(_ record: Record) -> RestoredValue {
    RestoredValue(
      value: SavedBox(record.value, savedAt: date(record.time)),
      age: elapsed.now() - record.time,
      isStale: record.isStale
    )
  }

  /// Returns the date of a time on the clock.
  func date(_ time: Duration) -> Date { Self.start + time.seconds }

  func save(_ value: AnyBox, for key: String, of request: AnyBox, _ kind: SaveKind) {
    let (text, now) = ("\(value.erased)", elapsed.now())
    lock.withLock {
      switch kind {
      case .loaded(let age):
        records[key] = Record(value: text, time: now - age)
        log.append("\(key) = \(text)\(age == .zero ? "" : ", \(age.seconds) s old")")
      case .edited:
        records[key]?.value = text
        log.append("\(key) = \(text), edited")
      case .stale:
        records[key]?.isStale = true
        log.append("\(key) stale")
      }
    }
  }

  func markStale(_ key: String, of request: AnyBox) {
    lock.withLock {
      records[key]?.isStale = true
      log.append("\(key) marked")
    }
  }

  func remove(_ key: String, of request: AnyBox) {
    lock.withLock {
      records[key] = nil
      log.append("\(key) removed")
    }
  }

  func removeAll() -> ScopeRemoval {
    lock.withLock {
      records = [:]
      log.append("all removed")
    }
    return {}
  }

  func report(to receiver: @escaping @Sendable (LoadObserver.Event.Kind, AnyBox) -> Void) {
    self.receiver = receiver
  }

  /// Reports an event of a record.
  func report(_ kind: LoadObserver.Event.Kind) { receiver?(kind, ReactiveLoadable.Box("a")) }
}

extension Duration {
  fileprivate var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
