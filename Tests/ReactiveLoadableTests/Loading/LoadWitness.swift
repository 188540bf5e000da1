import Foundation
import ReactiveLoadable

/// Records all events of a loader in a run, and reports the law that was broken.
///
/// Calls of the work are numbered and return their number, so a value identifies its call; set
/// values are 1000 and more.
final class LoadWitness: @unchecked Sendable {
  typealias State = Loadable<Int, SampleError>

  /// The laws that were broken.
  let broken = PublishRelay<String>()

  private struct Knowledge {
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
  private var knowledge = Knowledge()
  private let lock = NSLock()

  private func know<R>(_ body: (inout Knowledge) -> R) -> R {
    lock.withLock { body(&knowledge) }
  }
}

// MARK: Events

extension LoadWitness {
  /// Starts a call of the work; returns its number.
  func begin() -> Int {
    know { known in
      known.newest += 1
      known.running += 1
      return known.newest
    }
  }

  func end() { know { $0.running -= 1 } }

  func recordCall(_ intent: LoadIntent<String, Int>) {
    know { known in
      known.startedCalls += 1
      if intent == .cancel || intent == .reset { known.cancelled = known.newest }
    }
  }

  func recordEnd() { know { $0.endedCalls += 1 } }

  func see(_ state: State) {
    let laws = know { known in
      defer { known.last = state }
      let laws = brokenLaws(state, known)
      if !state.isLoading { known.settled = state }
      return laws
    }
    for law in laws { broken.accept(law) }
  }

  /// Checks the end of a run, when nothing is running.
  func conclude(_ state: State) {
    let known = know { $0 }
    if state.isLoading { broken.accept("the loader is still loading") }
    if state != known.last { broken.accept("the last state was not published") }
    if known.endedCalls != known.startedCalls {
      broken.accept("\(known.startedCalls) calls, \(known.endedCalls) outcomes")
    }
    if known.running != 0 { broken.accept("the work ends") }
  }
}

// MARK: The laws

extension LoadWitness {
  private func brokenLaws(_ state: State, _ known: Knowledge) -> [String] {
    var broken: [String] = []
    if !isLegal(from: known.last, to: state) { broken.append("\(known.last) to \(state)") }
    if let value = state.latest, !isTimely(value, known) {
      broken.append("\(value) is stale: \(known.newest) calls, cancelled at \(known.cancelled)")
    }
    return broken
  }

  /// L1: a new value is that of the newest call, which was not cancelled.
  private func isTimely(_ value: Int, _ known: Knowledge) -> Bool {
    value >= 1000 || value == known.last.latest || value == known.settled.latest
      || (value == known.newest && value > known.cancelled)
  }

  private func isLegal(from old: State, to new: State) -> Bool {
    switch (old, new) {
    case (.notRequested, .failed), (.loaded, .failed): false
    case (.failed(let old), .failed(let new)): old == new
    case (.notRequested, _), (.loading, _), (.loaded, _), (.failed, _): true
    }
  }
}
