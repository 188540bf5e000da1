import ReactiveRelays

extension LoadShell {
  /// Performs a change; returns the load that it started, continued or joined.
  final func perform(
    _ change: borrowing LoadChange,
    _ payload: LoadSlots.Payload
  ) -> StartedLoad {
    let load = change.load
    switch change.work {
    case .none:
      if case .skip(let reason) = change.action { return StartedLoad(nil, skipReason: reason) }
      // Only a joined load gets here.
      load?.escalate()
    case .start, .replace:
      count(load, isReplacement: change.replaced?.end(AnyLoadOutcome(.replaced)) ?? false)
      if let cycle = change.cycle { start(cycle, call(change), load) }
    case .proceed: if let cycle = change.cycle { proceed(cycle, call(change), load) }
    case .end:
      if case .end(let end) = change.action, load?.end(AnyLoadOutcome(end, payload)) == true {
        policy.activity?.end()
      }
      return StartedLoad(nil)
    }
    return StartedLoad(load)
  }

  private final func call(_ change: borrowing LoadChange) -> LoadCall? {
    change.request.map { LoadCall(request: $0, function: function) }
  }
}
