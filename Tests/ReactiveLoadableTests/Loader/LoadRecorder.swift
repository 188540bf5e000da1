import Foundation
import ReactiveLoadable

/// Records all events of a loader in a run, and reports the law that was broken.
///
/// Calls of the work are numbered and return their number, so a value identifies its call; set
/// values are 1000 and more.
final class LoadRecorder: @unchecked Sendable {
  typealias State = Loadable<Int, SampleError>

  /// The laws that were broken.
  let broken = PublishRelay<String>()

  private struct RecordedState {
    var last = State.notRequested
    var settled = State.notRequested
    /// The number of the newest call of the work, and the count of running calls.
    var newest = 0
    var running = 0
    /// The newest call at the last cancel or reset.
    var cancelled = 0
    var startedCalls = 0
    var endedCalls = 0
  }

  // SAFETY: touched only while the lock is held.
  private var recordedState = RecordedState()
  private let lock = NSLock()

  private func withRecord<R>(_ body: (inout RecordedState) -> R) -> R {
    lock.withLock { body(&recordedState) }
  }
}

// MARK: Events

extension LoadRecorder {
  /// Starts a call of the work; returns its number.
  func start() -> Int {
    withRecord { record in
      record.newest += 1
      record.running += 1
      return record.newest
    }
  }

  func end() { withRecord { $0.running -= 1 } }

  func recordCall(_ intent: LoadIntent<String, Int>) {
    withRecord { record in
      record.startedCalls += 1
      if intent == .cancel || intent == .reset { record.cancelled = record.newest }
    }
  }

  func recordEnd() { withRecord { $0.endedCalls += 1 } }

  func receive(_ state: State) {
    let laws = withRecord { record in
      defer { record.last = state }
      let laws = brokenLaws(state, record)
      if !state.isLoading { record.settled = state }
      return laws
    }
    for law in laws { broken.accept(law) }
  }

  /// Checks the end of a run, when nothing is running.
  func conclude(_ state: State) {
    let record = withRecord { $0 }
    if state.isLoading { broken.accept("the loader is still loading") }
    if state != record.last { broken.accept("the last state was not published") }
    if record.endedCalls != record.startedCalls {
      broken.accept("\(record.startedCalls) calls, \(record.endedCalls) outcomes")
    }
    if record.running != 0 { broken.accept("the work ends") }
  }
}

// MARK: The laws

extension LoadRecorder {
  private func brokenLaws(_ state: State, _ record: RecordedState) -> [String] {
    var broken: [String] = []
    if !isLegal(from: record.last, to: state) { broken.append("\(record.last) to \(state)") }
    if let value = state.latest, !isTimely(value, record) {
      broken.append("\(value) is stale: \(record.newest) calls, cancelled at \(record.cancelled)")
    }
    return broken
  }

  /// L1: a new value is that of the newest call, which was not cancelled.
  private func isTimely(_ value: Int, _ record: RecordedState) -> Bool {
    value >= 1000 || value == record.last.latest || value == record.settled.latest
      || (value == record.newest && value > record.cancelled)
  }

  private func isLegal(from old: State, to new: State) -> Bool {
    switch (old, new) {
    case (.notRequested, .failed), (.loaded, .failed): false
    case (.failed(let old), .failed(let new)): old == new
    case (.notRequested, _), (.loading, _), (.loaded, _), (.failed, _): true
    }
  }
}
