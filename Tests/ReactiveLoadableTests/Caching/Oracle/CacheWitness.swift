import Foundation
import ReactiveLoadable

/// Compares a cache with its reference model through a whole run.
final class CacheWitness: @unchecked Sendable {
  private enum Event {
    case starts(Int, String)
    case ends(Int, CacheScript.Result)
  }

  private struct LockedState {
    var model: CacheReference
    /// The events of the load function during a step, to be applied to the model after it.
    var events: [Event] = []
    var isPerforming = false
    var callCount = 0
    var broken: String?
  }

  // SAFETY: touched only while the lock is held.
  private var lockedState: LockedState
  private let lock = NSLock()
  private let now: @Sendable () -> Duration

  init(_ rules: CacheRules, now: @escaping @Sendable () -> Duration) {
    lockedState = LockedState(model: CacheReference(rules))
    self.now = now
  }

  private func locked<R>(_ body: (inout LockedState) -> R) -> R {
    lock.withLock { body(&lockedState) }
  }

  var model: CacheReference { locked(\.model) }
  /// The first difference.
  var broken: String? { locked(\.broken) }

  func fail(_ law: String) { locked { if $0.broken == nil { $0.broken = law } } }

  static let traces = ProcessInfo.processInfo.environment["CACHE_TRACE"] != nil

  func trace(_ text: @autoclosure () -> String) {
    if Self.traces { print("\(now())  \(text())") }
  }
}

// MARK: Events

extension CacheWitness {
  /// Starts a call of the load function; returns its number.
  func begin(_ key: String) -> Int {
    let number = locked { state in
      state.callCount += 1
      return state.callCount
    }
    note(.starts(number, key))
    return number
  }

  /// Records that a call is about to return its result.
  func end(_ call: Int, _ result: CacheScript.Result) { note(.ends(call, result)) }

  private func note(_ event: Event) {
    let now = now()
    trace("    \(event)")
    let law = locked { state in
      if state.isPerforming {
        state.events.append(event)
        return String?.none
      }
      state.model.advance(to: now)
      return Self.apply(&state.model, event)
    }
    if let law { fail("\(now): \(law)") }
  }

  private static func apply(_ model: inout CacheReference, _ event: Event) -> String? {
    switch event {
    case .ends(let call, let result): model.ends(call: call, result)
    case .starts(let call, let key):
      if !model.starts(call: call, key) { return "unexpected call for \(key)" }
    }
    return nil
  }

  /// Performs a step on the cache and on the model; returns both results.
  func perform<R, M>(
    real: () -> R,
    model: (inout CacheReference) -> M
  ) -> (real: R, model: M) {
    locked { $0.isPerforming = true }
    let real = real()
    let now = now()
    let (expected, laws) = locked { state in
      state.isPerforming = false
      state.model.advance(to: now)
      let expected = model(&state.model)
      state.model.endPrefetches()
      let laws = state.events.compactMap { Self.apply(&state.model, $0) }
      state.events = []
      state.model.endPrefetches()
      return (expected, laws)
    }
    for law in laws { fail("\(now): \(law)") }
    return (real, expected)
  }

  /// Advances the model to the time of a step, with all earlier events.
  func catchUp() {
    let now = now()
    let wanted = locked { state in
      state.model.advance(to: now)
      return state.model.wanted.compactMap { id in
        state.model.entries.first { $0.id == id }?.key
      }
    }
    if !wanted.isEmpty { fail("\(now): no call for \(wanted)") }
  }
}
