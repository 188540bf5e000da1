// The events of a mutation: the calls, and the results of the work.

// MARK: Calls

extension MutationCore {
  mutating func run() -> Outcome? {
    if overlap == .ignore, isLoading { return nil }
    let outcome = overlap == .replace ? stopAll(.replaced) : nil
    lastID += 1
    writes.append(Write(id: lastID, phase: .waiting))
    return outcome
  }

  mutating func reset() -> Outcome? {
    let outcome = stopAll(.cancelled)
    for index in writes.indices {
      guard case .stopping(let ticket) = writes[index].phase else { continue }
      writes[index].phase = .discarded(ticket)
    }
    (results, outputs) = (0, 0)
    return outcome
  }

  mutating func close() -> Outcome? {
    isReleased = true
    switch whenReleased {
    case .finish: return nil
    case .cancel: return stopAll(.cancelled)
    }
  }

  mutating func stopAll(_ outcome: Outcome) -> Outcome? {
    let open = writes.filter(\.phase.isOpen)
    for write in open { _ = stop(write.id, outcome) }
    return open.isEmpty ? nil : outcome
  }

  /// Settles the outcome of a write; one whose work runs ends when the work returns.
  mutating func stop(_ id: ID, _ outcome: Outcome) -> Outcome? {
    // A handle may cancel a write that has an outcome already.
    guard let index = writes.firstIndex(where: { $0.id == id && $0.phase.isOpen }) else {
      return nil
    }
    if let cycle = writes[index].phase.cycle, !cycle.isWaiting {
      writes[index].phase = .stopping(cycle.ticket)
    } else {
      writes.remove(at: index)
    }
    return outcome
  }
}

// MARK: Work

extension MutationCore {
  /// Starts the write that has waited longest, unless another one has not returned.
  mutating func startNext() {
    let index = overlap == .concurrent ? writes.count - 1 : 0
    guard writes.indices.contains(index), writes[index].phase == .waiting else { return }
    writes[index].phase = .running(AttemptCycle(tickets.next()))
  }

  mutating func attempt(
    _ event: AttemptCycle.Event,
    _ ticket: AttemptCycle.Ticket
  ) -> Outcome? {
    // A timeout or a delay may end after its write.
    guard let index = writes.firstIndex(where: { $0.phase.has(ticket) }) else { return nil }
    guard var cycle = writes[index].phase.cycle else { return returned(index, event) }
    switch cycle.handle(event, of: ticket, retryLimit: retryLimit, &tickets) {
    // The work of a write reports nothing.
    case .none, .report: return nil
    case .succeed: return finish(index, .loaded, event)
    case .fail: return finish(index, .failed, event)
    case .cancel: return finish(index, .cancelled, event)
    case .wait, .attempt:
      writes[index].phase = .running(cycle)
      return nil
    }
  }

  /// Ends a write with the result of its work; after a timeout the work has not returned.
  private mutating func finish(
    _ index: Int,
    _ outcome: Outcome,
    _ event: AttemptCycle.Event
  ) -> Outcome? {
    if outcome == .loaded { outputs += 1 }
    if outcome != .cancelled { results += 1 }
    if case .timedOut = event { return stop(writes[index].id, outcome) }
    writes.remove(at: index)
    return outcome
  }

  /// Ends a write that has an outcome, because its work has returned.
  private mutating func returned(_ index: Int, _ event: AttemptCycle.Event) -> Outcome? {
    switch event {
    case .succeeded, .failed, .threwCancellation: writes.remove(at: index)
    case .reported, .delayElapsed, .timedOut: break
    }
    return nil
  }
}
