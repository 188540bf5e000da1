extension MutationChanges {
  /// Returns the changes of a decision for observers, in their order.
  ///
  /// A write starts with its call, even if it waits for its turn.
  func observed(
    after event: MutationCore.Event,
    _ payload: LoadSlots.Payload
  ) -> [ObservedChange] {
    var all: [ObservedChange] = []
    if let outcome { all += ended.map { $0.change(outcome.event) } }
    if let accepted { all.append(accepted.change(.started)) }
    for (write, change) in writes where change.work == .proceed {
      guard let cycle = change.new?.cycle else { continue }
      let kind: LoadObserver.Event.Kind =
        cycle.isWaiting ? .attemptFailed(payload.anyError) : .retried
      all.append(write.change(kind, attempt: cycle.retries))
    }
    if case .run = event, accepted == nil { all.append(ObservedChange(.skipped(.busy))) }
    if case .reset = event { all.append(ObservedChange(.reset)) }
    return all
  }
}

extension OpenWrite {
  fileprivate func change(_ kind: LoadObserver.Event.Kind, attempt: Int = 0) -> ObservedChange {
    ObservedChange(kind, of: load.id, request: input, attempt: attempt, cause: .load)
  }
}
