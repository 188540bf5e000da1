// MARK: The state

extension LoadSlots {
  /// Returns the published state.
  @inlinable
  func state(of core: LoadCore) -> Loadable<Value, Failure> {
    if let run = core.run {
      return .loading(
        Loading(
          previous: shown(run.shown)?.value.value,
          cause: run.cause,
          attempt: run.cycle.retries,
          progress: run.progress
        )
      )
    }
    switch core.settled {
    case .notRequested: return .notRequested
    case .loaded: return value.map { .loaded($0.value.value) } ?? .notRequested
    case .failed(let cause, _):
      guard let error = failure?.failure.value else { return .notRequested }
      return .failed(Failed(error: error, previous: value?.value.value, cause: cause))
    }
  }

  /// Replaces the visible value by a changed one.
  mutating func replace(_ slot: LoadCore.Shown, by changed: Loaded) {
    switch slot {
    case .none: break
    case .settled: value = changed
    case .early: early = changed
    }
  }
}

extension LoadCore {
  /// Returns whether an event is a partial value of the current attempt.
  @usableFromInline
  func showsValue(of event: Event) -> Bool {
    guard case .heard(.reported, let ticket, progress: nil) = event else { return false }
    return run?.cycle.isAttempting(ticket) ?? false
  }
}

extension LoadCore.Event {
  /// A Boolean value that indicates whether a caller makes the event.
  var isIntent: Bool {
    if case .intent = self { true } else { false }
  }

  /// A Boolean value that indicates whether the event has a value of a load.
  var bringsValue: Bool {
    switch self {
    case .heard(.succeeded, _, _), .heard(.reported, _, progress: nil): true
    case .heard, .begun, .intent, .cancelLoad, .close: false
    }
  }
}
