// Intents, and the settled state that they apply to.

extension PagedStateMachine {
  mutating func perform(
    _ intent: PagedIntent<Key, Item>,
    _ now: Duration,
    _ reaction: inout Reaction
  ) {
    switch intent {
    case .load(let key): load(key, ifNeededAt: nil, &reaction)
    case .loadIfNeeded(let key): load(key, ifNeededAt: now, &reaction)
    case .next: ask(.end, now, &reaction)
    case .previous: ask(.start, now, &reaction)
    case .visible(at: let index): see(index, now, &reaction)
    case .visibleItem(let id): see(id, now, &reaction)
    case .refresh: refresh(isDeep: false, &reaction)
    case .refreshAllPages: refresh(isDeep: true, &reaction)
    case .retry: retry(&reaction)
    case .cancel: cancel(&reaction)
    case .clear: clear(&reaction)
    case .reset:
      clear(&reaction)
      recent.removeAll()
    case .invalidate: invalidate(&reaction)
    case .edit(let edit): make(edit, &reaction)
    }
  }

  /// The settled state, even while a load of the list runs.
  var settled: Settled {
    get {
      switch phase {
      case .settled(let settled), .closed(let settled): settled
      case .loading(let run): run.settled
      }
    }
    set {
      switch phase {
      case .settled: phase = .settled(newValue)
      case .closed: phase = .closed(newValue)
      case .loading(var run):
        run.settled = newValue
        phase = .loading(run)
      }
    }
  }
}

// MARK: Retrying, cancelling, clearing

extension PagedStateMachine {
  mutating func retry(_ reaction: inout Reaction) {
    switch phase {
    case .closed: break
    case .loading(let run):
      guard run.fetch.activity.isWaiting else { return reaction.skip(.noFailure) }
      attempt(run, &reaction)
    case .settled(.failed(_, var plan, _)):
      plan.cause = .retry
      begin(plan, showing: true, &reaction)
    case .settled: retryLanes(&reaction)
    }
  }

  mutating func cancel(_ load: Ticket, _ reaction: inout Reaction) {
    if case .loading(let run) = phase, run.load == load {
      giveUp(run, .cancelled, &reaction)
    } else {
      stopLane(load, .cancelled, &reaction)
    }
  }

  mutating func cancel(_ reaction: inout Reaction) {
    if case .loading(let run) = phase { stop(run, .cancelled, &reaction) }
    stopLanes(.cancelled, &reaction)
  }

  mutating func clear(_ reaction: inout Reaction) {
    cancel(&reaction)
    leave(&reaction)
    lastKey = nil
    if case .settled(.notRequested) = phase {
      reaction.noteChange()
    } else {
      phase = .settled(.notRequested)
      reaction.show()
    }
  }

  mutating func invalidate(_ reaction: inout Reaction) {
    settled.listing?.staleAt = .distantPast
    recent.invalidate()
    settled.draftedPlan?.isOutdated = true
    if case .loading(var run) = phase {
      run.plan.isOutdated = !run.fetch.activity.isWaiting || run.plan.draft != nil
      phase = .loading(run)
    }
    reaction.noteChange()
  }

  mutating func close(_ reaction: inout Reaction) {
    cancel(&reaction)
    phase = .closed(settled)
    reaction.noteChange()
  }

  mutating func make(_ edit: ListEdit<Item>, _ reaction: inout Reaction) {
    if recent.make(edit) { reaction.noteChange() }
    if isFor(settled.listing?.key, edit), settled.listing?.make(edit) == true {
      reaction.show()
      if case .remove = edit { fillUp(&reaction) }
    }
    if note(edit) { reaction.noteChange() }
  }

  /// Returns true unless the edit inserts an item and the list is not that of the current key.
  private func isFor(_ key: Key?, _ edit: ListEdit<Item>) -> Bool {
    guard case .insert = edit else { return true }
    return key == keyInQuestion
  }

  /// Records an edit for a list that is loading, or that has loaded in part.
  private mutating func note(_ edit: ListEdit<Item>) -> Bool {
    var isNoted = false
    if let plan = settled.draftedPlan, isFor(plan.key, edit) {
      settled.draftedPlan?.note(edit)
      isNoted = true
    }
    guard case .loading(var run) = phase else { return isNoted }
    run.plan.note(edit)
    phase = .loading(run)
    return true
  }
}
