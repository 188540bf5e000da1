/// The part of a machine from which the changes for observers follow.
struct ObservedMachine {
  fileprivate let core: LoadCore
  /// The request that is loading, or else the request of the visible value or failure.
  fileprivate let request: AnyBox?
}

extension LoadMachine {
  // NB: `mutating`, so that it is called in place, not on a copy.
  mutating func observed() -> ObservedMachine {
    ObservedMachine(core: core, request: currentRequest)
  }
}

extension LoadEventQueue {
  /// Appends the changes of a decision that led from one state of a machine to another one.
  ///
  /// They follow from both states; only the values and errors come from the event. It runs no code
  /// of the caller.
  func append(
    _ decision: LoadCore.Decision,
    from before: ObservedMachine,
    to after: ObservedMachine,
    _ payload: LoadSlots.Payload,
    edits: [LoadObserver.Event.Kind] = [],
    at now: Duration
  ) {
    switch decision.action {
    case .none: return
    case .skip(let reason): return append(ObservedChange(.skipped(reason)), at: now)
    case .join: return append(after.change(.joined), at: now)
    case .silent, .publish, .end: break
    }
    switch WorkChange(from: before.core.cycle, to: after.core.cycle) {
    case .start: append(after.change(.started), at: now)
    case .replace:
      append(before.change(.replaced), at: now)
      append(after.change(.started), at: now)
    case .proceed: append(after.attemptChange(payload), at: now)
    case .end:
      guard case .end(let end) = decision.action else { return }
      if payload.value?.savedAt != nil {
        append(before.change(.restored(payload.value.erased)), at: now)
      }
      append(before.change(AnyLoadOutcome(end, payload.value, payload.failure).event), at: now)
      if decision.slotChange == .reset { append(ObservedChange(.reset), at: now) }
    case .none where edits.isEmpty:
      if let change = after.change(since: before, by: decision, payload) { append(change, at: now) }
    case .none:
      if decision.action == .publish { for edit in edits { append(after.change(edit), at: now) } }
    }
  }
}

extension ObservedMachine {
  /// Returns a change of the running load, or of the settled request.
  func change(_ kind: LoadObserver.Event.Kind) -> ObservedChange {
    ObservedChange(
      kind,
      of: core.cycle?.first,
      request: request,
      attempt: core.cycle?.retries ?? 0,
      cause: core.run?.cause
    )
  }

  fileprivate func attemptChange(_ payload: LoadSlots.Payload) -> ObservedChange {
    change(core.cycle?.isWaiting == true ? .attemptFailed(payload.anyError) : .retried)
  }

  /// Returns the change of a decision that starts, continues and ends no load.
  fileprivate func change(
    since before: ObservedMachine,
    by decision: LoadCore.Decision,
    _ payload: LoadSlots.Payload
  ) -> ObservedChange? {
    switch decision.slotChange {
    case .set, .setAside:
      let isRestored = payload.value?.savedAt != nil
      return change(isRestored ? .restored(payload.value.erased) : .set(payload.value.erased))
    case .reset: return decision.action == .publish ? ObservedChange(.reset) : nil
    case .show: return change(.partialValue(payload.value.erased))
    case .start, .succeed, .fail, .restore: return nil
    case .none, .invalidate: break
    }
    if let progress = core.run?.progress, progress != before.core.run?.progress {
      return change(.progressed(progress))
    }
    let isInvalidated =
      core.settled != before.core.settled
      || core.run?.isOutdated == true && before.core.run?.isOutdated == false
    return isInvalidated ? change(.invalidated) : nil
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
