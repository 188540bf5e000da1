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
    var change = LoadChange(action: action)
    switch action {
    case .none, .skip: return change
    case .join:
      change.load = running
      return change
    case .start(let ticket), .replace(let ticket):
      swap(&change.replaced, &running)
      let load = RunningLoad(ticket, of: owner)
      (running, change.load, change.request) = (load, load, machine.slots.running)
    case .attempt: (change.load, change.request) = (running, machine.slots.running)
    case .wait: change.load = running
    case .end: swap(&change.load, &running)
    case .silent, .publish: break
    }
    version &+= 1
    if isObserved { change.snapshot = LoadSnapshot(machine, after: action, decision: version) }
    return change
  }
}

/// A change of a loader, to perform outside its lock.
struct LoadChange {
  let action: LoadCore.Action
  /// The load that starts, ends, continues or is joined.
  var load: RunningLoad?
  /// The load that another one replaces.
  var replaced: RunningLoad?
  /// The request of an attempt to start.
  var request: AnyBox?
  var snapshot: LoadSnapshot?
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
