/// The result of a loader's decision, for the observer that caches its values.
@usableFromInline
struct LoadSighting<Request: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline typealias Machine = LoadStateMachine<Request, Value, Failure>

  /// The part of a sighting whose changes matter to a cache.
  struct Mark: Hashable, Sendable {
    /// The ticket of the running load.
    let load: UInt?
    /// The ticket at which the settled value was requested or set.
    let asOf: UInt?
    let staleAt: Duration?
    let hasFailed: Bool
    let isOutdated: Bool
  }

  /// The settled state without the running load.
  @usableFromInline let settled: Machine.Settled
  @usableFromInline let load: UInt?
  /// A Boolean value that indicates whether the running load was invalidated in flight.
  @usableFromInline let isOutdated: Bool
  /// A Boolean value that indicates whether the decision ended a load with a failure.
  @usableFromInline let isFailure: Bool
  /// The number of the decision; threads deliver sightings in any order.
  @usableFromInline let decision: UInt

  @inlinable
  init(_ phase: Machine.Phase, after action: Machine.Action, decision: UInt) {
    switch phase {
    case .settled(let settled), .closed(let settled):
      (self.settled, load, isOutdated) = (settled, nil, false)
    case .loading(let run):
      (settled, load) = (run.settled, run.load)
      // The attempt after a delay starts after the invalidation.
      isOutdated = run.isOutdated && !run.activity.isWaiting
    }
    if case .end(.failed) = action { isFailure = true } else { isFailure = false }
    self.decision = decision
  }

  var mark: Mark { settled.mark(during: load, isOutdated: isOutdated) }
}

extension SettledLoad {
  func mark(
    during load: UInt? = nil,
    isOutdated: Bool = false
  ) -> LoadSighting<Request, Value, Failure>.Mark {
    let (staleAt, hasFailed): (Duration?, Bool) =
      switch self {
      case .notRequested: (nil, false)
      case .loaded(_, let staleAt): (staleAt, false)
      case .failed: (nil, true)
      }
    return .init(
      load: load,
      asOf: shown?.asOf,
      staleAt: staleAt,
      hasFailed: hasFailed,
      isOutdated: isOutdated
    )
  }
}
