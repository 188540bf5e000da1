import ReactiveLoading
import Synchronization

/// A decision about a list, with the loads in flight before and after it.
// NB: It is not generic, because look-ups of its type would cost an edit 5,000 instructions.
struct PagingTurn {
  let decision: PagingDecision
  let loads: [RunningLoad]
  private(set) var running: [RunningLoad]
  let changesWork: Bool

  init(
    _ decision: PagingDecision,
    to core: PagingCore,
    since lastTicket: UInt,
    _ loads: [RunningLoad],
    of owner: any LoadOwner
  ) {
    self.decision = decision
    self.loads = loads
    running = loads
    // Work that starts, continues or is halted has a new ticket.
    changesWork = !decision.ended.isEmpty || core.tickets.last != lastTicket
    if !changesWork { return }
    for (id, _) in decision.ended { running.removeAll { $0.id == id } }
    for id in core.loads where !loads.contains(where: { $0.id == id }) {
      running.append(RunningLoad(id, of: owner))
    }
  }

  var load: RunningLoad? { decision.load.flatMap { id in running.first { $0.id == id } } }
}

extension PagedStorage {
  /// Makes the work agree with the state of the machine after a turn, which may follow a failure.
  func perform(
    _ turn: PagingTurn,
    _ machine: Machine,
    after before: Machine,
    _ failure: AnyBox?
  ) {
    if !turn.changesWork { return }
    // NB: A load that follows another one counts first, so that an activity shows no gap.
    for load in turn.running where !turn.loads.contains(where: { $0 === load }) {
      performer.count(load, isReplacement: false)
    }
    for (id, outcome) in turn.decision.ended {
      let load = turn.loads.first { $0.id == id }
      performer.end(load, machine.end(outcome))
    }
    let (old, new) = (before.core, machine.core)
    for target in PagingTarget.all {
      let change = new.workChange(at: target, since: old)
      if change != .none { perform(change, at: target, turn, machine, after: old, failure) }
    }
  }

  private func perform(
    _ change: WorkChange,
    at target: PagingTarget,
    _ turn: PagingTurn,
    _ machine: Machine,
    after before: PagingCore,
    _ failure: AnyBox?
  ) {
    switch change {
    case .none: break
    case .end:
      // The load has ended, or continues after a load of the list, with a newer ticket.
      let load = turn.loads.first { $0.id == before[target]?.load }
      load?.halt(before: machine.core.tickets.last)
    case .start, .replace, .proceed:
      guard let page = machine.core[target], let request = machine.request(target) else { return }
      let load = turn.running.first { $0.id == page.load }
      let call = LoadCall(request: request, function: function)
      if change == .proceed {
        performer.proceed(page.attempts, call, load, after: failure)
      } else {
        startWithinCallOrTask(page.attempts, call, load)
      }
    }
  }

  /// Starts a page within the call or, after many nested starts without a suspension, in a task.
  ///
  /// Each page starts the next one, so a long list would otherwise overflow the stack.
  private func startWithinCallOrTask(_ cycle: AttemptCycle, _ call: LoadCall, _ load: RunningLoad?)
  {
    if depth.add(1, ordering: .relaxed).newValue > 16 {
      Task { [weak self] in self?.performer.start(cycle, call, load) }
    } else {
      performer.start(cycle, call, load)
    }
    depth.subtract(1, ordering: .relaxed)
  }
}
