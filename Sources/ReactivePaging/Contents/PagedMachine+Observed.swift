import ReactiveLoading

extension PagedMachine {
  /// Returns the changes of a decision for observers, in their order.
  ///
  /// The decision was made on a copy of `before`, for an intent or after an event with a payload.
  func changes(
    from before: PagedMachine,
    by decision: PagingDecision,
    of intent: PagedIntent<Key, Item>?,
    after payload: LoadSlots.Payload?
  ) -> [ObservedChange] {
    let running = before.core.loads
    var all: [ObservedChange] = []
    if decision.contentsChanges.contains(.restore), let load = before.core[.list]?.load {
      all.append(before.change(.restored(payload?.value.erased ?? ()), of: load))
    }
    for case .report(let target, let isPart) in decision.contentsChanges {
      guard let work = core[target] else { continue }
      let progress = parts?.progress(of: work.attempts.ticket)
      let kind: LoadObserver.Event.Kind? =
        isPart ? .partialValue(payload?.value.erased ?? ()) : progress.map { .progressed($0) }
      if let kind { all.append(change(kind, of: work.load)) }
    }
    all += decision.ended.map { before.change(end($0.outcome).event, of: $0.load) }
    if let change = intentChange(intent, decision) { all.append(change) }
    all += core.loads.filter { !running.contains($0) }.map { change(.started, of: $0) }
    all += PagingTarget.all.compactMap { attemptChange(of: $0, since: before, after: payload) }
    if let load = decision.load, running.contains(load) { all.append(change(.joined, of: load)) }
    return all
  }

  /// Returns the change of a page that waits for its retry, or whose retry starts.
  private func attemptChange(
    of target: PagingTarget,
    since before: PagedMachine,
    after payload: LoadSlots.Payload?
  ) -> ObservedChange? {
    guard core.workChange(at: target, since: before.core) == .proceed, let work = core[target]
    else { return nil }
    let isFailure = work.attempts.isWaiting
    let error = payload?.anyError ?? CancellationError()
    return change(isFailure ? .attemptFailed(error) : .retried, of: work.load)
  }

  private func intentChange(
    _ intent: PagedIntent<Key, Item>?,
    _ decision: PagingDecision
  ) -> ObservedChange? {
    let hasChanged = decision.change != .none
    switch intent {
    case .reset: return hasChanged ? ObservedChange(.reset) : nil
    case .invalidate: return hasChanged ? ObservedChange(.invalidated) : nil
    case .edit: return hasChanged ? ObservedChange(.edited) : nil
    case .load, .loadIfNeeded, .next, .previous, .visible, .visibleItem, .refresh,
      .refreshAllPages, .revalidate, .retry, .cancel, .clear, nil:
      let reason = decision.skipReason
      // Most rows that become visible need no page.
      if decision.load != nil || hasChanged || reason == .noLoad { return nil }
      return ObservedChange(.skipped(reason))
    }
  }

  /// Returns a change of a load of the list or of one of its ends.
  private func change(_ kind: LoadObserver.Event.Kind, of load: UInt) -> ObservedChange {
    var change = ObservedChange(kind, of: load, cause: .load)
    for target in PagingTarget.all {
      guard let work = core[target], work.load == load else { continue }
      change.request = request(target)
      change.attempt = work.attempts.retries
      if target == .list { change.cause = core.runningLoad?.cause }
    }
    return change
  }
}
