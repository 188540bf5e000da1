import ReactiveLoadable

@testable import ReactiveLoading

// The laws for the states that a loader publishes.

extension LoadWorld {
  /// L9: the previous value of a load, which starts from the last settled state.
  mutating func demandPrevious(_ action: Machine.Action, _ before: State, _ after: State) {
    guard case .start = action, case .loading(let loading) = after else { return }
    if loading.cause != .load {
      demand(after.latest == before.latest, "a refresh or a retry keeps the visible value")
    } else if policy.previous == .always {
      demand(after.latest == before.latest, "any value stays")
    } else if policy.previous == .never {
      demand(after.latest == nil, "no value stays")
    }
  }

  /// L2, L5, L11: the end of a load that ran before the event.
  mutating func demandEnd(_ event: Machine.Event, _ after: State) {
    switch event {
    case .intent(.cancel), .work(.threwCancellation), .work(.timedOut(_, nil)), .cancelLoad:
      demand(after == settled, "a cancel restores the settled state")
    case .intent(.reset): demand(after == .notRequested, "a reset restores not requested")
    case .intent(.set(let value, let request?, _)) where request != live?.request:
      let isShown = after.latest == value
      demand(after.isLoading, "the load continues")
      demand(!isShown || policy.previous == .always, "the value of another request is not shown")
    case .intent(.set(let value, _, _)), .work(.reported(_, .value(let value))):
      demand(after.isLoading && after.latest == value, "the load continues and shows the value")
    case .work(.reported(_, .progress(let progress))):
      demand(after.progress == progress, "the progress is shown")
    case .work(.succeeded(_, let value)):
      demand(after == .loaded(value), "the value is loaded")
    case .work(.timedOut):
      demand(after.error == .second, "a load that timed out has failed")
    // V2, V3
    case .restored: break
    case .intent, .work, .started, .edited, .close: break
    }
  }

  /// V2, V3: a record that arrives during a load.
  mutating func demandRestored(
    _ value: Int,
    _ age: Duration,
    _ old: RunningAttempts,
    _ before: State,
    _ after: State
  ) {
    if old.wasSet { return demand(before == after, "a value that was set is newer") }
    let isYoung = policy.freshness.isTimed && age == .zero && !old.isOutdated
    if isYoung, old.isNeeded {
      return demand(after == .loaded(value), "a young value is the result")
    }
    demand(after.isLoading, "the function is called after the read")
    let isHidden = policy.previous == .never && before.isLoading && cause == .load
    demand(isHidden ? after.latest == nil : after.latest == value, "the saved value is shown")
    settled = .loaded(value)
  }

  private var cause: LoadCause { machine.machine.core.cause }

  /// L8: a fresh value is not reloaded, any other is.
  mutating func demandStart(_ event: Machine.Event, _ action: Machine.Action) {
    if case .intent(.revalidate) = event { return demandRevalidation(action) }
    guard case .intent(.loadIfNeeded(let request)) = event else { return }
    let answers = settled.value != nil && isFresh && settledRequest == request
    if case .skip = action {
      demand(answers, "a missing or stale value is loaded")
    } else {
      demand(!answers, "a fresh value is not loaded")
    }
  }

  /// U4: a fresh value is not reloaded, a stale value of a request and a failure are.
  private mutating func demandRevalidation(_ action: Machine.Action) {
    let isNeeded =
      switch settled {
      case .notRequested, .loading: false
      // A value that belongs to no request is not that of the last one.
      case .loaded: settledRequest == nil ? lastRequest != nil : !isFresh
      case .failed: true
      }
    if case .skip = action {
      demand(!isNeeded, "a stale value or a failure is loaded again")
    } else {
      demand(isNeeded, "nothing is loaded again without need")
    }
  }

  /// The legal transitions of a loader.
  func isLegal(from old: State, to new: State) -> Bool {
    switch (old, new) {
    case (.notRequested, .failed), (.loaded, .failed): false
    case (.failed(let old), .failed(let new)): old == new
    default: true
    }
  }
}
