/// The state that the lock of a loader guards: its machine, and the running load.
struct LoadMoment {
  var machine: LoadMachine
  var running: RunningLoad?
  var version: UInt = 0

  init(_ machine: LoadMachine) { self.machine = machine }

  /// The requests that the facts about a request depend on, and the version that they belong to.
  mutating func requests() -> (LoadRequests, version: UInt) { (machine.slots.requests, version) }

  /// The published state.
  // NB: `mutating`, so that it is called in place, not on a copy.
  mutating func view() -> LoadView { machine.view }

  /// A Boolean value that indicates whether edits are applied to the values.
  var hasEdits: Bool { machine.edits != nil }

  /// Notes an action of the machine, and returns the change to perform outside the lock.
  mutating func change(
    by action: LoadCore.Action,
    for owner: any LoadOwner,
    isObserved: Bool
  ) -> LoadChange {
    let before = running
    switch action {
    case .none, .skip, .join: return LoadChange(action, before: before, running: before)
    case .start(let ticket), .replace(let ticket): running = RunningLoad(ticket, of: owner)
    case .end: running = nil
    case .silent, .publish, .wait, .attempt: break
    }
    version &+= 1
    return LoadChange(
      action,
      of: machine.slots.running,
      before: before,
      running: running,
      snapshot: isObserved ? LoadSnapshot(machine, after: action, decision: version) : nil
    )
  }
}

/// A change of a loader, to perform outside its lock.
struct LoadChange {
  let action: LoadCore.Action
  /// The request of the running load.
  let request: AnyBox?
  /// The running loads before and after the change.
  let before: RunningLoad?
  let running: RunningLoad?
  let snapshot: LoadSnapshot?

  init(
    _ action: LoadCore.Action,
    of request: AnyBox? = nil,
    before: RunningLoad?,
    running: RunningLoad?,
    snapshot: LoadSnapshot? = nil
  ) {
    self.action = action
    self.request = request
    self.before = before
    self.running = running
    self.snapshot = snapshot
  }
}

extension LoadEnd {
  /// The end of a load that the core has decided, with the values of the event.
  init(_ end: LoadCore.End, _ incoming: LoadSlots.Incoming) {
    switch end {
    case .loaded: self.init(.loaded, incoming.value)
    case .failed: self.init(.failed, nil, incoming.failure)
    case .cancelled: self.init(.cancelled)
    }
  }
}
