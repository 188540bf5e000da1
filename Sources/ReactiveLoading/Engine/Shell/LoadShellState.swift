/// The state that the lock of a loader guards: its machine, and the running load.
struct LoadShellState {
  var machine: LoadMachine
  /// The running load, and the attempt or delay that it performs.
  private(set) var running: RunningLoad?
  private var performed: AttemptCycle?
  private(set) var version: UInt = 0

  init(_ machine: LoadMachine) { self.machine = machine }

  /// The requests to compare a request with, and the version that they belong to.
  // NB: `mutating`, so that it is called in place, not on a copy.
  mutating func requests() -> (LoadRequests, version: UInt) { (machine.slots.requests, version) }

  /// Makes all decisions that other threads prepare on this state outdated.
  mutating func invalidateComparisons() { version &+= 1 }

  /// The published state.
  // NB: `mutating` for the same reason.
  mutating func erasedState() -> AnyLoadable { machine.erasedState }

  /// The request of a load, whose last attempt or delay has a ticket; `nil` if it is unknown.
  // NB: An ended load is recognized by its ticket, because storing its request would cost each load.
  func request(of load: RunningLoad, withLast ticket: UInt) -> AnyBox? {
    if running === load { return machine.currentRequest }
    return running == nil && machine.core.tickets.last == ticket ? machine.slots.last : nil
  }

  /// True if edits are applied to the values.
  var hasEdits: Bool { machine.edits != nil }

  /// Closes the machine, unless a load runs or edits are applied; returns whether it did.
  mutating func closeIfIdle() -> Bool {
    guard running == nil, !hasEdits else { return false }
    _ = machine.core.handle(.close, LoadCore.Comparisons())
    version &+= 1
    return true
  }

  /// Makes the running load what the state of the machine says, after an action.
  ///
  /// Returns the change, to perform outside the lock.
  mutating func update(after action: LoadCore.Action, for owner: any LoadOwner) -> LoadChange {
    var change = LoadChange(action: action)
    guard action.isChange else {
      if action == .join { change.load = running }
      return change
    }
    let cycle = machine.core.cycle
    change.work = WorkChange(from: performed, to: cycle)
    (performed, change.cycle) = (cycle, cycle)
    switch change.work {
    case .none: break
    case .start, .replace:
      swap(&change.replaced, &running)
      if let cycle { running = RunningLoad(cycle.first, of: owner) }
      (change.load, change.request) = (running, machine.slots.running)
    case .proceed: (change.load, change.request) = (running, machine.slots.running)
    case .end: swap(&change.load, &running)
    }
    version &+= 1
    return change
  }

  /// Returns a snapshot for the observer of the decisions; `nil` if an action changed nothing.
  mutating func snapshot(after action: LoadCore.Action) -> LoadSnapshot? {
    action.isChange ? LoadSnapshot(machine, after: action, decision: version) : nil
  }
}

/// A change of a loader, to perform outside its lock.
// NB: copies of it would cost a load 300 instructions.
struct LoadChange: ~Copyable {
  let action: LoadCore.Action
  var work = WorkChange.none
  /// The attempt or delay that is current now; `nil` without a load.
  var cycle: AttemptCycle?
  /// The load that starts, ends, continues or is joined.
  var load: RunningLoad?
  /// The load that another one replaces.
  var replaced: RunningLoad?
  /// The request of the work that starts or continues.
  var request: AnyBox?
}

extension AnyLoadOutcome {
  /// The end of a load that the core has decided, with the values of the event.
  init(_ end: LoadCore.Outcome, _ payload: LoadSlots.Payload) {
    switch end {
    case .loaded: self.init(.loaded, payload.value)
    case .failed: self.init(.failed, nil, payload.failure)
    case .cancelled: self.init(.cancelled)
    }
  }
}

// MARK: Performing

extension LoadShell {
  /// Performs a change; returns the load that it started, continued or joined.
  final func perform(
    _ change: borrowing LoadChange,
    _ payload: LoadSlots.Payload
  ) -> StartedLoad {
    let load = change.load
    switch change.work {
    case .none:
      if case .skip(let reason) = change.action { return StartedLoad(nil, skipReason: reason) }
      // Only a joined load gets here.
      load?.escalate()
    case .start, .replace:
      count(load, isReplacement: change.replaced?.end(AnyLoadOutcome(.replaced)) ?? false)
      if let cycle = change.cycle { start(cycle, call(change), load) }
    case .proceed: if let cycle = change.cycle { proceed(cycle, call(change), load) }
    case .end:
      if case .end(let end) = change.action, load?.end(AnyLoadOutcome(end, payload)) == true {
        policy.activity?.end()
      }
      return StartedLoad(nil)
    }
    return StartedLoad(load)
  }

  private final func call(_ change: borrowing LoadChange) -> LoadCall? {
    change.request.map { LoadCall(request: $0, function: function) }
  }
}
