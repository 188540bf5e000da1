// Events, and the intents that need no values.

extension PagingCore {
  /// Applies another configuration, including to running loads.
  mutating func obey(_ rules: PagingPolicy.Rules) {
    self.rules = rules
    recent.removeLast(max(recent.count - rules.cachedLists, 0))
  }

  /// Returns the part of the list whose page has an attempt with this ticket in flight.
  func target(of ticket: Ticket) -> PagingTarget? {
    if case .loading(let run) = phase, run.attempts.isAttempting(ticket) { return .list }
    let end = ListEnd.allCases.first { end in
      guard case .loading(let run) = list?[end].activity else { return false }
      return run.attempts.isAttempting(ticket)
    }
    return end.map(PagingTarget.end)
  }

  /// Handles an event of a page, other than the page itself.
  mutating func handle(_ event: AttemptCycle.Event, of ticket: Ticket, at now: Duration) {
    if case .loading(let run) = phase { handle(event, of: ticket, run) }
    for end in ListEnd.allCases {
      guard case .loading(let run) = list?[end].activity else { continue }
      handle(event, of: ticket, run, at: end, now)
    }
  }

  /// Cancels the load with a ticket, if it runs or waits.
  mutating func cancel(_ load: Ticket) {
    if case .loading(let run) = phase, run.load == load {
      giveUp(run)
    } else {
      stopEdge(load, .cancelled)
    }
  }

  mutating func cancel() {
    if case .loading(let run) = phase { stop(run, .cancelled) }
    stopEdges(.cancelled)
  }

  mutating func clear() {
    cancel()
    leave()
    lastKey = nil
    decision.move(.clear)
    if settled == .notRequested { return decision.noteChange() }
    (settled, list) = (.notRequested, nil)
    decision.show()
  }

  mutating func reset() {
    clear()
    recent = []
  }

  mutating func close() {
    cancel()
    phase = .closed
    decision.noteChange()
  }

  mutating func invalidate() {
    list?.staleAt = .distantPast
    for index in recent.indices { recent[index].staleAt = .distantPast }
    if case .failed(var plan) = settled, plan.draftPages != nil {
      plan.isOutdated = true
      settled = .failed(plan)
    }
    if case .loading(var run) = phase {
      run.plan.isOutdated = !run.attempts.isWaiting || run.plan.draftPages != nil
      phase = .loading(run)
    }
    decision.noteChange()
  }
}

// MARK: Edits

extension PagingCore {
  /// A list that an edit may affect.
  enum Edited: CaseIterable, Sendable {
    /// The settled list.
    case settled
    /// The list of the running load.
    case running
    /// The list of a failed load, of which some pages have loaded.
    case failed
  }

  /// The lists that an edit affects; an insertion affects only those of the current key.
  func edits(isInsertion: Bool) -> [Edited] {
    Edited.allCases.filter { edited in
      switch edited {
      case .settled: list != nil && (!isInsertion || list?.key == keyInQuestion)
      case .running: if case .loading = phase { true } else { false }
      case .failed:
        if case .failed(let plan) = settled, plan.draftPages != nil {
          !isInsertion || plan.key == keyInQuestion
        } else {
          false
        }
      }
    }
  }

  /// Records that an edit has changed the cached list of a key, which now has this many items.
  mutating func edited(_ key: KeyNumber, count: Int) {
    for index in recent.indices where recent[index].key == key { recent[index].count = count }
    decision.noteChange()
  }

  /// Records that an edit has changed the settled list, which now has this many items.
  mutating func edited(count: Int, isRemoval: Bool) {
    list?.count = count
    decision.show()
    if isRemoval { fillUp() }
  }
}

// MARK: Work

extension PagingCore {
  /// A page in flight, with its load.
  struct Work: Equatable, Sendable {
    let target: PagingTarget
    let load: Ticket
    let attempts: AttemptCycle
  }

  /// The pages in flight: one of a new list, or one at each end.
  var work: [Work] {
    if case .loading(let run) = phase {
      return [Work(target: .list, load: run.load, attempts: run.attempts)]
    }
    return ListEnd.allCases.compactMap { end in
      guard case .loading(let run) = list?[end].activity else { return nil }
      return Work(target: .end(end), load: run.load, attempts: run.attempts)
    }
  }

  /// The loads that are in flight or wait for a load of the list.
  var loads: [Ticket] {
    let ends = ListEnd.allCases.compactMap { list?[$0].load }
    if case .loading(let run) = phase { return [run.load] + ends }
    return ends
  }
}
