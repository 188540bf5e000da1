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
    startNext(&decision)
  }

  mutating func reset(_ decision: inout Decision) {
    stopAll(.cancelled, &decision)
    decision.isReset = true
    if !ended.isEmpty || writes.contains(where: { $0.phase != .forgotten }) {
      decision.publishesHistory = true
    }
    for index in writes.indices { writes[index].phase = .forgotten }
    (ended, results, outputs) = ([], 0, 0)
  }

  mutating func close(_ decision: inout Decision) {
    isReleased = true
    switch whenReleased {
    case .finish: break
    case .cancel: stopAll(.cancelled, &decision)
    }
  }

  mutating func stopAll(_ ending: Ending, _ decision: inout Decision) {
    for write in writes where write.isOpen { stop(write.id, ending, &decision) }
  }

  /// Settles the outcome of a write before its work has returned.
  mutating func stop(_ id: ID, _ ending: Ending, _ decision: inout Decision) {
    // A handle may cancel a write that has ended.
    guard let index = index(of: id) else { return }
    switch writes[index].phase {
    case .waiting: end(index, &decision)
    case .starting: move(index, to: .stopping(hasStarted: false), &decision)
    case .running: move(index, to: .stopping(hasStarted: true), &decision)
    case .stopping, .forgotten: return
    case .ended: impossible(.cancelWrite(id))
    }
    decision.ending = ending
  }
}

// MARK: Work

extension MutationCore {
  /// Starts the write that has waited longest, unless another one has not returned.
  private mutating func startNext(_ decision: inout Decision) {
    let index = overlap == .concurrent ? writes.count - 1 : 0
    guard writes.indices.contains(index), writes[index].phase == .waiting else { return }
    move(index, to: .starting(AttemptCycle(tickets.next())), &decision)
  }

  mutating func start(_ id: ID, _ decision: inout Decision) {
    // A write that was stopped before may have ended.
    guard let index = index(of: id), case .starting(let cycle) = writes[index].phase else { return }
    attempt(cycle, index, &decision)
  }

  /// Calls the work, which changes no record.
  private mutating func attempt(_ cycle: AttemptCycle, _ index: Int, _ decision: inout Decision) {
    writes[index].phase = .running(cycle)
    decision.changed = [writes[index]]
  }

  mutating func attempt(
    _ event: AttemptCycle.Event,
    _ id: ID,
    _ ticket: AttemptCycle.Ticket,
    _ decision: inout Decision
  ) {
    let isTimeout = event == .expired(isFailure: true)
    guard let index = index(of: id), var cycle = writes[index].cycle else {
      // The write was stopped; its timeout is late.
      return isTimeout ? () : gaveUp(id, &decision)
    }
    switch cycle.handle(event, of: ticket, retryLimit: retryLimit, &tickets) {
    case .succeed:
      outputs += 1
      finish(index, .loaded, &decision)
    case .cancel: finish(index, .cancelled, &decision)
    case .fail where isTimeout:
      results += 1
      stop(id, .failed, &decision)
    case .fail: finish(index, .failed, &decision)
    case .wait: move(index, to: .running(cycle), &decision)
    case .attempt: attempt(cycle, index, &decision)
    // The work of a write returns once, and reports no progress.
    case .none, .report: impossible(.attempt(event, id, ticket))
    }
  }

  mutating func gaveUp(_ id: ID, _ decision: inout Decision) {
    guard let index = index(of: id) else { impossible(.gaveUp(id)) }
    switch writes[index].phase {
    case .running: finish(index, .cancelled, &decision)
    case .stopping:
      end(index, &decision)
      startNext(&decision)
    case .forgotten:
      writes.remove(at: index)
      startNext(&decision)
    case .waiting, .starting, .ended: impossible(.gaveUp(id))
    }
  }

  /// Ends a write whose work has returned a result or was cancelled.
  private mutating func finish(_ index: Int, _ ending: Ending, _ decision: inout Decision) {
    if ending != .cancelled { results += 1 }
    decision.ending = ending
    end(index, &decision)
    startNext(&decision)
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

  private func index(of id: ID) -> Int? { writes.firstIndex { $0.id == id } }

  private func impossible(_ event: Event) -> Never {
    preconditionFailure(
      "Event \(event) is impossible in \(self). Report this as a bug of ReactiveLoadable."
    )
  }
}
