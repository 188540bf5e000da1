extension LoadMachine {
  /// Returns the changes of a decision that led from another state to this one, in their order.
  ///
  /// They follow from both states; only the values and errors come from the event.
  func changes(
    from before: LoadMachine,
    by decision: LoadCore.Decision,
    _ payload: LoadSlots.Payload,
    edits: [LoadObserver.Event.Kind]
  ) -> [ObservedChange] {
    switch decision.action {
    case .none: return []
    case .skip(let reason): return [ObservedChange(.skipped(reason))]
    case .join: return [change(.joined)]
    case .silent, .publish, .end: break
    }
    switch WorkChange(from: before.core.cycle, to: core.cycle) {
    case .start: return [change(.started)]
    case .replace: return [before.change(.replaced), change(.started)]
    case .proceed: return [change(attemptChange(payload))]
    case .end: return before.end(decision, payload)
    case .none: break
    }
    if !edits.isEmpty { return decision.action == .publish ? edits.map(change) : [] }
    return changesWithinPhase(from: before, by: decision, payload)
  }

  private func attemptChange(_ payload: LoadSlots.Payload) -> LoadObserver.Event.Kind {
    core.cycle?.isWaiting == true ? .attemptFailed(payload.anyError) : .retried
  }

  /// Returns the changes at the end of the load of this state.
  private func end(
    _ decision: LoadCore.Decision,
    _ payload: LoadSlots.Payload
  ) -> [ObservedChange] {
    guard case .end(let outcome) = decision.action else { return [] }
    let end = change(AnyLoadOutcome(outcome, payload.value, payload.failure).event)
    return decision.slotChange == .reset ? [end, ObservedChange(.reset)] : [end]
  }

  /// Returns the changes of a decision that starts, continues and ends no load.
  private func changesWithinPhase(
    from before: LoadMachine,
    by decision: LoadCore.Decision,
    _ payload: LoadSlots.Payload
  ) -> [ObservedChange] {
    switch decision.slotChange {
    case .set: return [change(.set(payload.value.erased))]
    case .reset: return decision.action == .publish ? [ObservedChange(.reset)] : []
    case .show: return [change(.partialValue(payload.value.erased))]
    case .start, .succeed, .fail, .restore: return []
    case .none: break
    }
    if let progress = core.run?.progress, progress != before.core.run?.progress {
      return [change(.progressed(progress))]
    }
    let isInvalidated =
      core.settled != before.core.settled
      || core.run?.isOutdated == true && before.core.run?.isOutdated == false
    return isInvalidated ? [change(.invalidated)] : []
  }

  /// Returns a change of the running load, or of the settled request.
  func change(_ kind: LoadObserver.Event.Kind) -> ObservedChange {
    ObservedChange(
      kind,
      of: core.cycle?.first,
      request: currentRequest?.erased,
      attempt: core.cycle?.retries ?? 0,
      cause: core.run?.cause
    )
  }
}

extension LoadSlots.Payload {
  package var anyError: any Error { failure.anyError }
}

extension AnyLoadOutcome {
  /// The event of the end.
  package var event: LoadObserver.Event.Kind {
    switch kind {
    case .loaded: .succeeded(value.erased)
    case .failed: .failed(failure.anyError)
    case .cancelled: .cancelled
    case .replaced: .replaced
    case .skipped(let reason): .skipped(reason)
    }
  }
}
