public import ReactiveRelays

/// The storage of a loader without its types: decides under a lock, publishes, runs the work.
///
/// The lock of the relay that publishes the states guards `moment`, so the order of the states is
/// the order of the decisions. A decision that runs code of the caller, such as an edit, is made on
/// a copy outside the lock, and committed if no other thread has committed first. All others are
/// made in place. Work, observers and waiting tasks run outside the lock.
// SAFETY: every `var` is touched under the relay's lock only; all else is immutable and Sendable.
@usableFromInline
package class LoadShell: RelayPerformer, @unchecked Sendable {
  /// Publishes the state that a closure returns under the lock; `nil` publishes nothing.
  ///
  /// `prepare` runs outside the lock in both cases, before the delivery.
  @usableFromInline
  typealias Publish = @Sendable (_ decide: () -> LoadView?, _ prepare: () -> Void) -> Void
  /// Receives every decision, outside the lock and before the state is delivered.
  ///
  /// Its result is released after the delivery.
  package typealias Observer = @Sendable (LoadSnapshot) -> AnyObject?

  private let publish: Publish
  private let function: LoadFunction
  private let observer: Observer?
  /// The machine and the running load.
  @exclusivity(unchecked) private final var moment: LoadMoment
  /// The streams of intents; `nil` before the first one.
  @exclusivity(unchecked) private final var ownedStreams: OwnedStreams?

  /// Creates the shell of a loader in the not-requested state.
  @usableFromInline
  init<Failure: Error>(
    _ policy: consuming LoadPolicy,
    _ function: @escaping LoadFunction,
    failure: Failure.Type,
    relay: RelayCore,
    publish: @escaping Publish
  ) {
    self.publish = publish
    self.function = function
    let elapsed = policy.freshness.isTimed ? ElapsedTime(on: policy.clock) : nil
    observer = nil
    moment = LoadMoment(LoadMachine(policy.rules))
    let (place, timeoutFailure) = (policy.place, policy.timeoutFailure(of: failure))
    super.init(
      policy,
      place: place,
      timeoutFailure: timeoutFailure,
      relay: relay,
      elapsed: elapsed
    )
  }

  /// Creates a shell that shares its clock and queue place, and starts from a settled state.
  init<Failure: Error>(
    _ policy: consuming LoadPolicy,
    _ function: @escaping LoadFunction,
    failure: Failure.Type,
    relay: RelayCore,
    publish: @escaping Publish,
    elapsed: ElapsedTime?,
    place: QueuePlace?,
    from settled: LoadMachine,
    observer: @escaping Observer
  ) {
    self.publish = publish
    self.function = function
    self.observer = observer
    moment = LoadMoment(settled)
    let timeoutFailure = policy.timeoutFailure(of: failure)
    super.init(
      policy,
      place: place,
      timeoutFailure: timeoutFailure,
      relay: relay,
      elapsed: elapsed
    )
  }

  package override final func cancelLoad(_ id: UInt) { handle(.cancelLoad(id)) }

  override final func begins(_ ticket: UInt) { handle(.begun(ticket)) }

  override final func handle(_ event: WorkEvent) {
    if event.isPartialValue {
      handlePartialValue(event)
    } else {
      handle(event.core, event.incoming)
    }
  }

  /// Handles an event whose value must be compared with the visible one, which needs its type.
  func handlePartialValue(_ event: WorkEvent) {}

  /// Cancels the running load; the loader never loads again.
  package final func stop() {
    // NB: most loaders are released while no load runs, which changes nothing that is published.
    if observer == nil, locked({ moment.closeIfIdle() }) { return }
    handle(.close)
  }
}

// MARK: State

extension LoadShell {
  /// The running load.
  package final var running: RunningLoad? { locked { moment.running } }

  /// The request that is loading, or else the request of the visible value or failure.
  final var requestInQuestion: AnyBox? { locked { moment.machine.requestInQuestion } }

  /// The streams of intents, created when they are first used.
  package final var streams: OwnedStreams {
    locked {
      let streams = ownedStreams ?? OwnedStreams()
      ownedStreams = streams
      return streams
    }
  }
}

// MARK: Deciding

extension LoadShell {
  /// The result of an attempt to decide in place.
  private enum InPlace {
    case done
    /// Another decision was made first.
    case overtaken
    /// Edits must be applied to the state, which runs code of the caller.
    case hasEdits
    /// Code that the loader runs to make another decision must not change it.
    case isRefused
  }

  /// Loads a request, or loads it if needed.
  ///
  /// The request is compared outside the lock, and the decision is made if nothing has changed
  /// since. It is boxed only if its load starts.
  @usableFromInline
  final func load(
    ifNeeded: Bool,
    isSame: (AnyBox) -> Bool,
    _ request: () -> AnyBox
  ) -> StartedLoad {
    let intent: LoadIntentKind = ifNeeded ? .loadIfNeeded : .load
    let now = now
    var isFirst = true
    while true {
      let (requests, version) = locked { moment.requests() }
      // NB: the first comparison skips the lock, because it costs much of a load.
      let facts =
        isFirst
        ? requests.facts(isSame: isSame) : refusingChanges { requests.facts(isSame: isSame) }
      isFirst = false
      let (result, started) = decideInPlace(ifVersionIs: version, mayRefuse: true) {
        $0.load(intent, facts, at: now, leaving: &$1, request)
      }
      switch result {
      case .done: return started
      case .overtaken: continue
      case .hasEdits: return decide { $0.load(intent, at: $1, isSame: isSame, request) }
      case .isRefused: return refuse()
      }
    }
  }

  /// Handles an event that needs no facts about values.
  private final func handle(
    _ event: LoadCore.Event,
    _ incoming: LoadSlots.Incoming = LoadSlots.Incoming()
  ) {
    let now = now
    let (result, _) = decideInPlace(incoming) {
      $0.handle(event, LoadCore.Facts(), incoming, at: now, leaving: &$1)
    }
    if result == .done { return }
    decide(incoming, mayRefuse: false) { $0.handle(event, LoadCore.Facts(), incoming, at: $1) }
  }

  /// Makes a decision that runs code of the caller, on a copy.
  ///
  /// `incoming` has the values of the event that leads to it. An event of the work is not refused.
  @discardableResult
  final func decide(
    _ incoming: LoadSlots.Incoming = LoadSlots.Incoming(),
    mayRefuse: Bool = true,
    _ body: (inout LoadMachine, _ now: Duration) -> LoadCore.Decision
  ) -> StartedLoad {
    let now = now
    while true {
      var (moment, isRefused) = locked { (self.moment, refusesThread) }
      if isRefused, mayRefuse { return refuse() }
      let version = moment.version
      var change = LoadChange(action: .none)
      var snapshot: LoadSnapshot?
      let view: LoadView? = refusingChanges {
        let action = body(&moment.machine, now).action
        change = moment.follow(action, for: self)
        if observer != nil { snapshot = moment.snapshot(after: action) }
        return action.publishes ? moment.view() : nil
      }
      if change.action.isNothing { return perform(change, incoming) }
      var (leftover, isCommitted) = (AnyObject?.none, false)
      defer { withExtendedLifetime(leftover) {} }
      publish {
        isCommitted = self.moment.version == version
        if isCommitted { swap(&self.moment, &moment) }
        return isCommitted ? view : nil
      } _: {
        if isCommitted { leftover = report(snapshot) }
      }
      if isCommitted { return perform(change, incoming) }
    }
  }

  private final func refuse() -> StartedLoad {
    RefusedThreads.report()
    return StartedLoad(nil)
  }

  /// Makes a decision that runs no code of the caller, under the lock.
  private final func decideInPlace(
    _ incoming: LoadSlots.Incoming = LoadSlots.Incoming(),
    ifVersionIs version: UInt? = nil,
    mayRefuse: Bool = false,
    _ body: (inout LoadMachine, _ leaving: inout LoadSlots) -> LoadCore.Decision
  ) -> (InPlace, StartedLoad) {
    var change = LoadChange(action: .none)
    var snapshot: LoadSnapshot?
    var result = InPlace.done
    // Values that leave the slots are released outside the lock.
    var leaving = LoadSlots()
    var leftover: AnyObject?
    defer {
      withExtendedLifetime(leaving) {}
      withExtendedLifetime(leftover) {}
    }
    publish {
      if let version, version != moment.version {
        result = .overtaken
        return nil
      }
      if mayRefuse, refusesThread {
        result = .isRefused
        return nil
      }
      if moment.hasEdits {
        result = .hasEdits
        return nil
      }
      let action = body(&moment.machine, &leaving).action
      change = moment.follow(action, for: self)
      if observer != nil { snapshot = moment.snapshot(after: action) }
      return action.publishes ? moment.view() : nil
    } _: {
      leftover = report(snapshot)
    }
    return (result, perform(change, incoming))
  }

  /// Reports a decision to the observer; returns an object to release after the delivery.
  private final func report(_ snapshot: LoadSnapshot?) -> AnyObject? {
    snapshot.flatMap { observer?($0) }
  }
}

// MARK: Performing

extension LoadShell {
  /// Performs a change; returns the load that it started, continued or joined.
  private final func perform(
    _ change: borrowing LoadChange,
    _ incoming: LoadSlots.Incoming
  ) -> StartedLoad {
    let load = change.load
    switch change.work {
    case .none:
      if case .skip(let reason) = change.action { return StartedLoad(nil, skipReason: reason) }
      // Only a joined load is noted here.
      load?.escalate()
    case .start, .replace:
      count(load, in: change.replaced?.end(LoadEnd(.replaced)) ?? false)
      if let cycle = change.cycle { start(cycle, call(change), load) }
    case .proceed: if let cycle = change.cycle { proceed(cycle, call(change), load) }
    case .end:
      if case .end(let end) = change.action, load?.end(LoadEnd(end, incoming)) == true {
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
