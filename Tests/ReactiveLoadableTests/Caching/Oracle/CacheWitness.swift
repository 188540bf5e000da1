import Foundation
import ReactiveLoadable

/// Compares a cache with its reference model through a whole run.
final class CacheWitness: @unchecked Sendable {
  private enum Event {
    case begins(Int, String)
    case ends(Int, CacheScript.Result)
  }

  private struct Knowledge {
    var model: CacheReference
    /// The events of the load function during a step, to be applied to the model after it.
    var events: [Event] = []
    var isPerforming = false
    var callCount = 0
    var broken: String?
  }

  // SAFETY: touched only while the lock is held.
  private var knowledge: Knowledge
  private let lock = NSLock()
  private let now: @Sendable () -> Duration

  init(_ rules: CacheRules, now: @escaping @Sendable () -> Duration) {
    knowledge = Knowledge(model: CacheReference(rules))
    self.now = now
  }

  private func know<R>(_ body: (inout Knowledge) -> R) -> R {
    lock.withLock { body(&knowledge) }
  }

  var model: CacheReference { know(\.model) }
  /// The first difference.
  var broken: String? { know(\.broken) }

  func fail(_ law: String) { know { if $0.broken == nil { $0.broken = law } } }

  static let traces = ProcessInfo.processInfo.environment["CACHE_TRACE"] != nil

  func trace(_ text: @autoclosure () -> String) {
    if Self.traces { print("\(now())  \(text())") }
  }
}

// MARK: Events

extension CacheWitness {
  /// Starts a call of the load function; returns its number.
  func begin(_ key: String) -> Int {
    let number = know { known in
      known.callCount += 1
      return known.callCount
    }
    note(.begins(number, key))
    return number
  }

  /// Records that a call is about to return its result.
  func end(_ call: Int, _ result: CacheScript.Result) { note(.ends(call, result)) }

  private func note(_ event: Event) {
    let now = now()
    trace("    \(event)")
    let law = know { known in
      if known.isPerforming {
        known.events.append(event)
        return String?.none
      }
      known.model.advance(to: now)
      return Self.apply(&known.model, event)
    }
    if let law { fail("\(now): \(law)") }
  }

  private static func apply(_ model: inout CacheReference, _ event: Event) -> String? {
    switch event {
    case .ends(let call, let result): model.ends(call: call, result)
    case .begins(let call, let key):
      if !model.begins(call: call, key) { return "unexpected call for \(key)" }
    }
    return nil
  }

  /// Performs a step on the cache and on the model; returns both results.
  func perform<R, M>(
    real: () -> R,
    model: (inout CacheReference) -> M
  ) -> (real: R, model: M) {
    know { $0.isPerforming = true }
    let real = real()
    let now = now()
    let (expected, laws) = know { known in
      known.isPerforming = false
      known.model.advance(to: now)
      let expected = model(&known.model)
      known.model.endPrefetches()
      let laws = known.events.compactMap { Self.apply(&known.model, $0) }
      known.events = []
      known.model.endPrefetches()
      return (expected, laws)
    }
    for law in laws { fail("\(now): \(law)") }
    return (real, expected)
  }

  /// Advances the model to the time of a step, with all earlier events.
  func catchUp() {
    let now = now()
    let wanted = know { known in
      known.model.advance(to: now)
      return known.model.wanted.compactMap { id in
        known.model.entries.first { $0.id == id }?.key
      }
    }
    if !wanted.isEmpty { fail("\(now): no call for \(wanted)") }
  }
}
