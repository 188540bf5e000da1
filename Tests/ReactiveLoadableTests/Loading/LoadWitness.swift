import Foundation
import ReactiveLoadable

/// Sees everything that a loader does in a run, and tells which law it broke.
///
/// Calls of the work are numbered and bring their number, so a value says where it comes from;
/// written values are a thousand and more.
final class LoadWitness: @unchecked Sendable {
  typealias State = Loadable<Int, SampleError>

  /// The laws that were broken.
  let broken = PublishRelay<String>()

  private struct Knowledge {
    var last = State.notRequested
    var settled = State.notRequested
    /// The number of the newest call of the work, and how many run.
    var newest = 0
    var running = 0
    /// The newest call when somebody cancelled or reset.
    var cancelled = 0
    var asked = 0
    var told = 0
  }

  // SAFETY: touched only while the lock is held.
  private var knowledge = Knowledge()
  private let lock = NSLock()

  private func know<R>(_ body: (inout Knowledge) -> R) -> R {
    lock.withLock { body(&knowledge) }
  }
}

// MARK: What happens

extension LoadWitness {
  /// A call of the work begins; returns its number.
  func begin() -> Int {
    know { known in
      known.newest += 1
      known.running += 1
      return known.newest
    }
  }

  func end() { know { $0.running -= 1 } }

  func asks(_ intent: LoadIntent<String, Int>) {
    know { known in
      known.asked += 1
      if intent == .cancel || intent == .reset { known.cancelled = known.newest }
    }
  }

  func told() { know { $0.told += 1 } }

  func see(_ state: State) {
    let laws = know { known in
      defer { known.last = state }
      let laws = brokenLaws(state, known)
      if !state.isLoading { known.settled = state }
      return laws
    }
    for law in laws { broken.accept(law) }
  }

  /// When everything has come to rest.
  func conclude(_ state: State) {
    let known = know { $0 }
    if state.isLoading { broken.accept("nothing is left loading") }
    if state != known.last { broken.accept("the last state was told") }
    if known.told != known.asked { broken.accept("\(known.asked) asked, \(known.told) were told") }
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

  /// L1: what was not shown before comes of the newest call, and nobody cancelled that.
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
