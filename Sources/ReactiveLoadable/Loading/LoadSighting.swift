/// What a decision of a loader comes to, for whoever keeps its values.
@usableFromInline
struct LoadSighting<Request: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline typealias Machine = LoadStateMachine<Request, Value, Failure>

  /// What tells two sightings apart that are not the same for whoever keeps values.
  struct Mark: Hashable, Sendable {
    /// The ticket of the load that runs.
    let load: UInt?
    /// When the settled value was asked for or written.
    let asOf: UInt?
    let staleAt: Duration?
    let hasFailed: Bool
    let isOutdated: Bool
  }

  /// What there is without the load that runs.
  @usableFromInline let settled: Machine.Settled
  @usableFromInline let load: UInt?
  /// Whether what the load is about to bring was declared stale while it was on its way.
  @usableFromInline let isOutdated: Bool
  /// Whether the decision was that a load has failed.
  @usableFromInline let isFailure: Bool
  /// The number of the decision: threads bring sightings, in whatever order.
  @usableFromInline let decision: UInt

  @inlinable
  init(_ phase: Machine.Phase, after action: Machine.Action, decision: UInt) {
    switch phase {
    case .settled(let settled), .closed(let settled):
      (self.settled, load, isOutdated) = (settled, nil, false)
    case .loading(let run):
      (settled, load) = (run.settled, run.load)
      // What comes after a wait is asked after it.
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
