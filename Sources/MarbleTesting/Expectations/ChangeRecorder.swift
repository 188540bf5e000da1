/// Records each value of an expression, with the time at which it was set.
///
/// An observable object notifies its observers before it sets a value. Therefore a notification
/// reads the value of the change before it, and the settled work has the value of the last change.
final class ChangeRecorder<Value: Equatable> {
  private struct Notifications {
    /// The number of the latest observation; notifications of earlier ones are ignored.
    var observation = 0
    /// True after changes on another thread, whose values are unknown.
    var missesChanges = false
  }

  private let recorder: Recorder
  private let timeline: RunTimeline
  private let expression: () -> Value
  private let observing: (ChangeRecorder, _ observation: Int) -> Value
  private let notifications = Lock(Notifications())
  private var last: Value?
  /// The time of the last change, whose value has not been read.
  private var unread: Duration?
  private var isReading = false
  /// True if a reading has changed the expression, which ended the observation.
  private var changesItself = false
  private var isOver = false
  /// The first change without a notification.
  private(set) var unannounced: (value: Value, time: Duration)?

  /// Creates a recorder that has not read its expression.
  ///
  /// `observing` reads the expression and observes its next change, which calls
  /// ``ChangeObserver/willChange(_:)`` with the number of this observation.
  init(
    _ recorder: Recorder,
    _ timeline: RunTimeline,
    _ expression: @escaping () -> Value,
    observing: @escaping (ChangeRecorder, _ observation: Int) -> Value
  ) {
    self.recorder = recorder
    self.timeline = timeline
    self.expression = expression
    self.observing = observing
  }

  func begin() {
    guard let value = read(observing: true) else { return }
    record(value, at: timeline.now)
  }

  /// True unless the value equals the last one; a value that differs from itself is no change.
  private func isChange(_ value: Value) -> Bool {
    value != last && (value == value || last.map { $0 == $0 } ?? true)
  }

  /// Reads the value of the last change, after the work has settled.
  func settle() {
    let missesChanges = notifications.withLock { notifications in
      defer { notifications.missesChanges = false }
      return notifications.missesChanges
    }
    guard let value = read(observing: unread != nil || missesChanges) else { return }
    defer { unread = nil }
    // A value after changes on another thread is not recorded, because they are reported.
    if missesChanges { last = value }
    guard isChange(value) else { return }
    let time = unread ?? timeline.now
    if unread == nil, unannounced == nil { unannounced = (value, time) }
    record(value, at: time)
  }

  /// Ends the recording; later changes are clean-up.
  func cancel() { isOver = true }

  /// Returns the value; nil during another reading.
  private func read(observing isObserving: Bool) -> Value? {
    guard !isReading else { return nil }
    isReading = true
    defer { isReading = false }
    if !isObserving {
      changesItself = false
      let value = expression()
      if !changesItself { return value }
    }
    let observation = notifications.withLock { notifications in
      notifications.observation += 1
      return notifications.observation
    }
    return observing(self, observation)
  }

  private func record(_ value: Value, at time: Duration) {
    last = value
    recorder.record(.value(value), at: time)
  }
}

/// The receiver of the notifications before changes, on any thread.
protocol ChangeObserver: AnyObject, Sendable {
  /// Takes a notification of an observation; nil for an observation that does not end.
  func willChange(_ observation: Int?)
}

extension ChangeRecorder: ChangeObserver {
  /// Reads the value of the change before.
  func willChange(_ observation: Int?) {
    let isHere = timeline.isHere
    let isCurrent = notifications.withLock { notifications in
      guard observation ?? notifications.observation == notifications.observation else {
        return false
      }
      if !isHere { notifications.missesChanges = true }
      return true
    }
    guard isCurrent else { return }
    guard isHere else { return recorder.recordOffThread() }
    guard !isOver else { return }
    guard !isReading else { return changesItself = true }
    if let value = read(observing: true), isChange(value) {
      record(value, at: unread ?? timeline.now)
    }
    unread = timeline.now
  }
}

// SAFETY: only the thread of the run reads the expression and changes the state, except the
// notifications behind the lock.
extension ChangeRecorder: @unchecked Sendable {}
