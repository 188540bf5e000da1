// The events of a mutation: the calls, and the results of the work.

// MARK: Calls

extension MutationCore {
  mutating func run(_ turn: Turn?, _ changes: inout [Change]) -> Outcome? {
    let key = turn?.key ?? 0
    if overlap == .ignore, hasOpenWrite(of: key) { return nil }
    let outcome = overlap == .replace ? stopAll(.replaced, of: key, &changes) : nil
    lastID += 1
    let starts = overlap == .concurrent || turn?.isFirst ?? writes.isEmpty
    let phase = starts ? Phase.running(AttemptCycle(tickets.next())) : .waiting
    writes.append(Write(id: lastID, key: key, phase: phase))
    changes.append(Change(id: lastID, old: nil, new: phase))
    return outcome
  }

  private func hasOpenWrite(of key: UInt) -> Bool {
    writes.contains { $0.key == key && $0.phase.isOpen }
  }

  mutating func startTurn(of id: ID, _ changes: inout [Change]) -> Outcome? {
    // The write may have been cancelled while it waited.
    guard let index = index(of: id), writes[index].phase == .waiting else { return nil }
    setPhase(.running(AttemptCycle(tickets.next())), at: index, &changes)
    return nil
  }

  mutating func reset(_ changes: inout [Change]) -> Outcome? {
    (results, outputs) = (0, 0)
    return stopAll(.cancelled, discards: true, &changes)
  }

  mutating func resume(_ changes: inout [Change]) -> Outcome? {
    for index in writes.indices {
      guard var cycle = writes[index].phase.cycle, cycle.isWaiting else { continue }
      cycle.resume(&tickets)
      setPhase(.running(cycle), at: index, &changes)
    }
    return nil
  }

  mutating func close(_ changes: inout [Change]) -> Outcome? {
    isReleased = true
    switch whenReleased {
    case .finish: return nil
    case .cancel: return stopAll(.cancelled, &changes)
    }
  }

  /// Settles the outcomes of all open writes, or of those of one key; a reset discards all whose
  /// work has not returned.
  mutating func stopAll(
    _ outcome: Outcome,
    of key: UInt? = nil,
    discards: Bool = false,
    _ changes: inout [Change]
  ) -> Outcome? {
    let hasOpen = key.map(hasOpenWrite) ?? isLoading
    for index in writes.indices.reversed() where key == nil || writes[index].key == key {
      setPhase(writes[index].phase.stopped(discards: discards), at: index, &changes)
    }
    changes.reverse()
    return hasOpen ? outcome : nil
  }

  /// Settles the outcome of a write; one whose work runs ends when the work returns.
  mutating func stop(_ id: ID, _ outcome: Outcome, _ changes: inout [Change]) -> Outcome? {
    // A handle may cancel a write that has an outcome already.
    guard let index = index(of: id), writes[index].phase.isOpen else { return nil }
    setPhase(writes[index].phase.stopped(discards: false), at: index, &changes)
    return outcome
  }

  private func index(of id: ID) -> Int? { writes.firstIndex { $0.id == id } }

  /// Changes the phase of a write, or removes a write that has returned.
  private mutating func setPhase(_ new: Phase?, at index: Int, _ changes: inout [Change]) {
    let (id, old) = (writes[index].id, writes[index].phase)
    if new == old { return }
    changes.append(Change(id: id, old: old, new: new))
    if let new {
      writes[index].phase = new
    } else if index == writes.startIndex, writes.count > 1 {
      writes.removeFirst()
    } else {
      writes.remove(at: index)
    }
  }
}

extension MutationCore.Phase {
  /// The phase after the outcome of the write is settled; `nil` if no work runs.
  fileprivate func stopped(discards: Bool) -> Self? {
    switch self {
    case .waiting: nil
    case .running(let cycle) where cycle.isWaiting: nil
    case .running(let cycle): discards ? .discarded(cycle.ticket) : .stopping(cycle.ticket)
    case .stopping(let ticket): discards ? .discarded(ticket) : self
    case .discarded: self
    }
  }
}

// MARK: Work

extension MutationCore {
  /// Starts the write that has waited longest, unless another one has not returned.
  mutating func startNext(_ changes: inout [Change]) {
    // Concurrent writes start with their calls, and writes with a key at their turns.
    guard let first = writes.first, first.phase == .waiting, first.key == 0 else { return }
    setPhase(.running(AttemptCycle(tickets.next())), at: writes.startIndex, &changes)
  }

  mutating func attempt(
    _ event: AttemptCycle.Event,
    _ ticket: AttemptCycle.Ticket,
    _ changes: inout [Change]
  ) -> Outcome? {
    // A timeout or a delay may end after its write.
    guard let index = writes.firstIndex(where: { $0.phase.has(ticket) }) else { return nil }
    guard var cycle = writes[index].phase.cycle else { return returned(index, event, &changes) }
    switch cycle.handle(event, of: ticket, retryLimit: retryLimit, &tickets) {
    // The work of a write reports nothing.
    case .none, .report: return nil
    case .succeed: return finish(index, .loaded, event, &changes)
    case .fail: return finish(index, .failed, event, &changes)
    case .cancel: return finish(index, .cancelled, event, &changes)
    case .wait, .attempt:
      setPhase(.running(cycle), at: index, &changes)
      return nil
    }
  }

  /// Ends a write with the result of its work; after a timeout the work has not returned.
  private mutating func finish(
    _ index: Int,
    _ outcome: Outcome,
    _ event: AttemptCycle.Event,
    _ changes: inout [Change]
  ) -> Outcome? {
    if outcome == .loaded { outputs += 1 }
    if outcome != .cancelled { results += 1 }
    if case .timedOut = event { return stop(writes[index].id, outcome, &changes) }
    setPhase(nil, at: index, &changes)
    return outcome
  }

  /// Ends a write that has an outcome, because its work has returned.
  private mutating func returned(
    _ index: Int,
    _ event: AttemptCycle.Event,
    _ changes: inout [Change]
  ) -> Outcome? {
    switch event {
    case .succeeded, .failed, .threwCancellation: setPhase(nil, at: index, &changes)
    case .reported, .delayElapsed, .timedOut: break
    }
    return nil
  }
}
