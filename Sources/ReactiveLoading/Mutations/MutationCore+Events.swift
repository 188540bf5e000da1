// The events of a mutation: the calls, and the results of the work.

// MARK: Calls

extension MutationCore {
  mutating func run(_ decision: inout Decision) {
    if overlap == .ignore, isLoading { return }
    if overlap == .replace { stopAll(.replaced, &decision) }
    lastID += 1
    decision.accepted = lastID
    writes.append(Write(id: lastID, phase: .waiting))
    decision.publishesHistory = true
  }

  mutating func reset(_ decision: inout Decision) {
    stopAll(.cancelled, &decision)
    decision.isReset = true
    for index in writes.indices {
      guard case .stopping(let ticket) = writes[index].phase else { continue }
      writes[index].phase = .discarded(ticket)
      decision.publishesHistory = true
    }
    if !ended.isEmpty { decision.publishesHistory = true }
    (ended, results, outputs) = ([], 0, 0)
  }

  mutating func close(_ decision: inout Decision) {
    isReleased = true
    switch whenReleased {
    case .finish: break
    case .cancel: stopAll(.cancelled, &decision)
    }
  }

  mutating func stopAll(_ outcome: Outcome, _ decision: inout Decision) {
    for write in writes where write.isOpen { stop(write.id, outcome, &decision) }
  }

  /// Settles the outcome of a write; one whose work runs ends when the work returns.
  mutating func stop(_ id: ID, _ outcome: Outcome, _ decision: inout Decision) {
    // A handle may cancel a write that has an outcome already.
    guard let index = writes.firstIndex(where: { $0.id == id && $0.isOpen }) else { return }
    decision.outcome = outcome
    if let cycle = writes[index].cycle, !cycle.isWaiting {
      move(index, to: .stopping(cycle.ticket), &decision)
    } else {
      end(index, &decision)
    }
  }
}

// MARK: Work

extension MutationCore {
  /// Starts the write that has waited longest, unless another one has not returned.
  mutating func startNext(_ decision: inout Decision) {
    let index = overlap == .concurrent ? writes.count - 1 : 0
    guard writes.indices.contains(index), writes[index].phase == .waiting else { return }
    move(index, to: .running(AttemptCycle(tickets.next())), &decision)
  }

  mutating func attempt(
    _ event: AttemptCycle.Event,
    _ ticket: AttemptCycle.Ticket,
    _ decision: inout Decision
  ) {
    // A timeout or a delay may end after its write.
    guard let index = writes.firstIndex(where: { $0.has(ticket) }) else { return }
    guard var cycle = writes[index].cycle else { return returned(index, event, &decision) }
    switch cycle.handle(event, of: ticket, retryLimit: retryLimit, &tickets) {
    // The work of a write reports nothing.
    case .none, .report: break
    case .succeed: finish(index, .loaded, event, &decision)
    case .fail: finish(index, .failed, event, &decision)
    case .cancel: finish(index, .cancelled, event, &decision)
    case .wait: move(index, to: .running(cycle), &decision)
    case .attempt:
      // The next attempt of a retry changes no record.
      writes[index].phase = .running(cycle)
      decision.changed = [writes[index]]
    }
  }

  /// Ends a write with the result of its work; after a timeout the work has not returned.
  private mutating func finish(
    _ index: Int,
    _ outcome: Outcome,
    _ event: AttemptCycle.Event,
    _ decision: inout Decision
  ) {
    if outcome == .loaded { outputs += 1 }
    if outcome != .cancelled { results += 1 }
    if case .timedOut = event { return stop(writes[index].id, outcome, &decision) }
    decision.outcome = outcome
    end(index, &decision)
  }

  /// Ends a write that has an outcome, because its work has returned.
  private mutating func returned(
    _ index: Int,
    _ event: AttemptCycle.Event,
    _ decision: inout Decision
  ) {
    switch (event, writes[index].phase) {
    case (.succeeded, .discarded), (.failed, .discarded), (.threwCancellation, .discarded):
      writes.remove(at: index)
    case (.succeeded, _), (.failed, _), (.threwCancellation, _): end(index, &decision)
    case (.reported, _), (.delayElapsed, _), (.timedOut, _): break
    }
  }

  private mutating func end(_ index: Int, _ decision: inout Decision) {
    move(index, to: .ended, &decision)
    ended.append(writes.remove(at: index).id)
    if ended.count > historyLimit { decision.removed.append(ended.removeFirst()) }
  }

  private mutating func move(_ index: Int, to phase: Phase, _ decision: inout Decision) {
    writes[index].phase = phase
    decision.changed.append(writes[index])
    decision.publishesHistory = true
  }
}
