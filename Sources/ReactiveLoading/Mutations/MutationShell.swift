public import ReactiveRelays

/// The storage of a ``Mutation`` without its types: runs the work, publishes states and history,
/// ends handles.
///
/// The lock of the relay that publishes the states guards core and values, so states and history
/// have the order of the decisions. Work, observers and handles run outside the lock.
// SAFETY: every `var` is touched under the relay's lock only; all else is immutable and Sendable.
@usableFromInline
package class MutationShell: LoadOwner, @unchecked Sendable {
  /// Publishes the state that `decide` returns under the lock, if any.
  ///
  /// `beforeDelivery` runs outside the lock, also if nothing is published.
  @usableFromInline
  typealias Publish =
    @Sendable (_ decide: () -> AnyLoadable?, _ beforeDelivery: () -> Void) -> Void

  package final let performer: LoadPerformer
  private let publish: Publish
  private let relay: RelayCore
  final let editor: MutationEditor?
  final let function: LoadFunction
  /// Returns the turns of an input, by code of the caller; `nil` without keys.
  private let turnsOfInput: (@Sendable (AnyBox) -> WriteTurns)?
  final let isConcurrent: Bool
  @exclusivity(unchecked) private final var core: MutationCore
  @exclusivity(unchecked) final var values: MutationValues
  /// The storage itself until all work has returned, so that releasing the mutation loses no write.
  @exclusivity(unchecked) private final var retained: MutationShell?
  /// The streams of intents; `nil` before the first one.
  @exclusivity(unchecked) private final var ownedStreams: CancellableBag?
  /// The starts of writes without keys.
  @exclusivity(unchecked) final var trampoline = WriteTrampoline()
  /// The turns of the writes that have not returned, with keys.
  @exclusivity(unchecked) private final var turns: [MutationCore.ID: WriteTurns] = [:]
  /// The order of the steps of edits; not used without an editor.
  @exclusivity(unchecked) final var stepOrder = StepOrder()
  /// The scopes that receive the successful writes.
  @exclusivity(unchecked) final var listeners: [WriteListener] = []

  @usableFromInline
  init<Failure: Error>(
    _ policy: MutationPolicy,
    _ editor: MutationEditor?,
    _ function: @escaping LoadFunction,
    turns: (@Sendable (AnyBox) -> WriteTurns)?,
    failure: Failure.Type,
    relay: RelayCore,
    publish: @escaping Publish
  ) {
    self.publish = publish
    self.relay = relay
    self.editor = editor
    self.function = function
    turnsOfInput = turns
    isConcurrent = policy.overlap == .concurrent
    core = MutationCore(policy)
    values = MutationValues(historyLimit: policy.historyLimit)
    let policy = policy.load
    policy.name(relay, of: "Mutation")
    performer = LoadPerformer(
      policy,
      nil,
      timeoutFailure: policy.timeoutFailure(of: failure),
      isWriting: true
    )
  }

  @usableFromInline
  package var defaultName: String { "Mutation" }

  /// Gives the history its new value, and returns a closure that delivers it; `nil` if it has not
  /// been read yet.
  ///
  /// Called under the lock.
  func commitHistory() -> (() -> Void)? { nil }

  /// Finishes the states and the history.
  func finishStreams() {}

  @usableFromInline
  package final var description: String { performer.text(defaultName) }

  package final var statesRelay: RelayCore? { relay }

  /// The input of a write that runs, waits, or is in the history.
  package final func request(of load: RunningLoad) -> AnyBox? {
    locked { values.input(of: load.id) }
  }

  package final func handle(_ event: LoadCore.Event, _ payload: LoadSlots.Payload) {
    switch event {
    case .attempt(let attempt, let ticket, _): handle(.attempt(attempt, ticket), payload)
    case .cancelLoad(let id): handle(.cancelWrite(id))
    case .intent, .started, .set, .restored, .close: break
    }
  }

  @usableFromInline
  final func run(_ input: AnyBox) -> StartedLoad {
    let turns = turnsOfInput?(input)
    return StartedLoad(
      handle(.run(), LoadSlots.Payload(request: input), turns),
      skipReason: .busy
    )
  }

  /// The streams of intents, which end with the mutation.
  final var streams: CancellableBag {
    locked {
      let streams = ownedStreams ?? CancellableBag()
      ownedStreams = streams
      return streams
    }
  }

  /// Ends the streams of intents; the writes end as the policy says.
  final func close() {
    locked { ownedStreams }?.cancel()
    handle(.close)
  }

  final func locked<R>(_ body: () -> R) -> R { relay.lock.withLock(body) }
}

// MARK: Deciding

extension MutationShell {
  /// Handles an event, with the input of a new write or the result of the work.
  ///
  /// `turns` are those of the key of a new write. Returns the load of a new write.
  @discardableResult
  final func handle(
    _ event: MutationCore.Event,
    _ payload: LoadSlots.Payload = LoadSlots.Payload(),
    _ turns: WriteTurns? = nil
  ) -> RunningLoad? {
    // The removed values in it are released last, outside the lock.
    var changes = MutationChanges()
    var deliverHistory: (() -> Void)?
    let events = observedEvents
    let time = events?.now ?? .zero
    publish {
      if let turns {
        changeInTurn(turns, payload, &changes)
      } else {
        change(event, payload, &changes)
      }
      if let events { events.append(changes.observed(after: event, payload), at: time) }
      if changes.publishesHistory { deliverHistory = commitHistory() }
      return changes.publishesState ? values.state(of: core) : nil
    } _: {
      events?.deliver()
      // The edits of a write are visible before its state, its record or its outcome.
      edit(changes)
      for (loads, place) in changes.scopeCalls { loads.runReserved(place) }
    }
    deliverHistory?()
    perform(changes, payload)
    if changes.finishes { finishStreams() }
    // Last, because it starts other writes; the newest first, which have no turn to pass.
    for (turns, id) in changes.left.reversed() { pass(turns, from: id) }
    return changes.accepted?.load
  }

  /// Adds a write to the turns of its key, and makes the decision; called under the lock.
  private final func changeInTurn(
    _ turns: WriteTurns,
    _ payload: LoadSlots.Payload,
    _ changes: inout MutationChanges
  ) {
    let id = core.lastID + 1
    let isFirst = turns.enter(WriteTurns.Place(mutation: self, id: id))
    self.turns[id] = turns
    change(.run(MutationCore.Turn(key: turns.number, isFirst: isFirst)), payload, &changes)
    // A skipped write leaves at once.
    if core.lastID != id, self.turns.removeValue(forKey: id) != nil {
      changes.left.append((turns, id))
    }
  }

  /// Gives the turn of a write that has returned to the next write of its key.
  private final func pass(_ turns: WriteTurns, from id: MutationCore.ID) {
    if let next = turns.leave(id, of: self) { next.mutation.handle(.turn(next.id)) }
  }

  /// Changes the core, and makes values and writes agree with it; called under the lock.
  private final func change(
    _ event: MutationCore.Event,
    _ payload: LoadSlots.Payload,
    _ changes: inout MutationChanges
  ) {
    let (visible, hadEnded, last) = (core.visible, core.hasEnded, core.lastID)
    var phases: [MutationCore.Change] = []
    let outcome = core.handle(event, &phases)
    changes.outcome = outcome.map { AnyLoadOutcome($0, payload.value, payload.failure) }
    if core.lastID > last, let input = payload.request {
      let load = RunningLoad(core.lastID, of: self)
      changes.accepted = OpenWrite(load: load, input: input)
      values.add(core.lastID, input, load)
    }
    for change in phases {
      if var write = values.write(of: change.id) {
        if turnsOfInput != nil { write.turns = turns[change.id] }
        changes.writes.append((write, change))
      }
      if turnsOfInput != nil, change.new == nil, let own = turns.removeValue(forKey: change.id) {
        changes.left.append((own, change.id))
      }
      if values.apply(change, changes.outcome, &changes.removed) { changes.publishesHistory = true }
    }
    if let outcome = changes.outcome {
      if outcome.kind == .loaded, !listeners.isEmpty { notify(&changes) }
      values.settle(outcome, &changes.removed)
    }
    if case .reset = event { changes.publishesHistory = values.reset(&changes.removed) }
    if editor != nil {
      changes.isBehind = stepOrder.hasOpen
      if changes.hasSteps { stepOrder.begin() }
      changes.lastStep = stepOrder.last
    }
    changes.publishesState = visible != core.visible
    changes.finishes = !hadEnded && core.hasEnded
    retained = core.writes.isEmpty ? nil : self
  }
}

// MARK: Descriptions

extension MutationShell {
  /// The numbers of writes that run, with those that stop, and that wait.
  final var openWrites: (running: Int, waiting: Int) {
    let (all, waiting) = locked {
      (core.writes.count, core.writes.count { $0.phase == .waiting })
    }
    return (all - waiting, waiting)
  }

  /// The settings that differ from the defaults, for a debugger.
  final var policyInWords: String? {
    let (core, historyLimit) = locked { (self.core, values.historyLimit) }
    return [core.writesInWords(historyLimit), loadPolicy.settingsInWords].policyText
  }
}
