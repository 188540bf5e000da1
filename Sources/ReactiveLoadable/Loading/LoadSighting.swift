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
  }

  /// What there is without the load that runs.
  @usableFromInline let settled: Machine.Settled
  @usableFromInline let load: UInt?
  /// The number of the decision: threads bring sightings, in whatever order.
  @usableFromInline let decision: UInt

  @inlinable
  init(_ phase: Machine.Phase, decision: UInt) {
    switch phase {
    case .settled(let settled), .closed(let settled): (self.settled, load) = (settled, nil)
    case .loading(let run): (settled, load) = (run.settled, run.load)
    }
    self.decision = decision
  }
}

extension SettledLoad {
  func mark(during load: UInt?) -> LoadSighting<Request, Value, Failure>.Mark {
    switch self {
    case .notRequested: .init(load: load, asOf: nil, staleAt: nil, hasFailed: false)
    case .loaded(let shown, let staleAt):
      .init(load: load, asOf: shown.asOf, staleAt: staleAt, hasFailed: false)
    case .failed(_, _, _, over: let shown):
      .init(load: load, asOf: shown?.asOf, staleAt: nil, hasFailed: true)
    }
  }
}
