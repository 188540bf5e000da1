// The renewal of a value that a server rejected, such as credentials.

/// A settled value with the failure over it, and the number of resets before it, read together.
package struct RenewableValue: Sendable {
  /// The settled value; `nil` without one.
  package let value: AnyBox?
  /// The error of the last load; `nil` unless it has failed and no load runs.
  package let failure: AnyBox?
  /// The number of resets: a value belongs to one user until the next reset.
  package let resets: UInt
}

extension LoadShell {
  package final var renewable: RenewableValue {
    locked {
      let (resets, slots) = (state.resets, state.machine.slots)
      let failure = state.machine.core.phase == .settled ? slots.failure?.failure : nil
      return RenewableValue(value: slots.value?.value, failure: failure, resets: resets)
    }
  }

  /// Loads a value unless it is fresh, or renews it if it was rejected.
  ///
  /// A running load is joined, also during the delay before a retry.
  ///
  /// - Parameters:
  ///   - rejected: The value that a server rejected; `nil` for a value that is needed.
  ///   - resets: The number of resets that were counted when the value was needed.
  /// - Returns: The load that was started or joined; none if the value is fresh, if the rejected
  ///   value was replaced, if its renewal has failed, or after a reset.
  package final func renew(_ rejected: AnyBox?, after resets: UInt) -> StartedLoad {
    decide { machine, now in
      guard locked({ state.resets }) == resets else { return LoadCore.Decision(.skip(.noRequest)) }
      return machine.renew(rejected, at: now)
    }
  }
}

extension LoadMachine {
  /// Loads the value of a loader without requests, whose requests are all equal.
  fileprivate mutating func renew(_ rejected: AnyBox?, at now: Duration) -> Decision {
    if let rejected, let value = slots.value?.value, value !== rejected {
      return Decision(.skip(.fresh))
    }
    let intent: LoadIntentKind
    switch (core.phase, core.settled) {
    case (.loading, _): intent = .revalidate
    case (.settled, .notRequested): intent = .load
    case (.settled, .loaded): intent = rejected == nil ? .loadIfNeeded : .refresh
    case (.settled, .failed):
      guard rejected == nil else { return Decision(.skip(.waitingForRetry)) }
      intent = .retry
    case (.closed, _): return .none
    }
    let request = slots.running ?? slots.settledRequest ?? slots.last ?? Box(NoRequest())
    var comparisons = LoadCore.Comparisons(hasRequest: true)
    comparisons.runningMatches = true
    comparisons.settledMatches = slots.value != nil
    return handle(.intent(intent), comparisons, LoadSlots.Payload(request: request), at: now)
  }
}
