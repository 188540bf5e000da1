package import CombineShim
package import ReactiveRelays

/// An owner of loads: it decides about them, and receives the events of their work.
package protocol LoadOwner: AnyObject, CustomStringConvertible, Sendable {
  /// Performs the work of the loads.
  var performer: LoadPerformer { get }

  /// The relay that publishes the states; `nil` if another object publishes them.
  var statesRelay: RelayCore? { get }

  /// The name of loads whose policy has none, with their types.
  var defaultName: String { get }

  /// Handles an event of the work of a load, or the cancel of its handle, with its value or error.
  func handle(_ event: LoadCore.Event, _ payload: LoadSlots.Payload)

  /// The request of a load, for its descriptions; `nil` if it is no longer known.
  func request(of load: RunningLoad) -> AnyBox?
}

/// Performs the work of the loads of an owner: starts attempts, waits before retries, and applies
/// timeouts.
///
/// The owner receives the results as events. Work and delays do not keep it alive. The performer is
/// not generic: requests, values and errors are in boxes.
// NB: Not copyable, because a copy of the policy costs 400 instructions.
package struct LoadPerformer: ~Copyable, Sendable {
  package let policy: LoadPolicy
  /// True if the loads are the writes of a mutation.
  fileprivate let isWriting: Bool
  /// The steps of an attempt before its work; `nil` without any.
  private let attemptStart: AttemptStart?
  /// The failure of a timeout; `nil` without timeouts.
  private let timeoutFailure: WorkResult?
  /// The events of the cache that a loader belongs to.
  private let eventOwner: LoadEventQueue?
  /// The events for observers, created at the first observed decision.
  private let eventQueue = LazyReference<LoadEventQueue>()

  package init(
    _ policy: consuming LoadPolicy,
    _ attemptStart: AttemptStart?,
    timeoutFailure: WorkResult?,
    isWriting: Bool = false,
    eventOwner: LoadEventQueue? = nil
  ) {
    self.policy = policy
    self.attemptStart = attemptStart
    self.timeoutFailure = timeoutFailure
    self.isWriting = isWriting
    self.eventOwner = eventOwner
  }
}

// MARK: Attempts

extension LoadPerformer {
  /// Starts the work of a load, and the timeout of the whole load.
  @inline(__always)
  package func start(_ cycle: AttemptCycle, _ call: LoadCall?, _ load: RunningLoad?) {
    if Creations.areObserved, let load {
      Creations.note(load, of: load.owner.object, for: call?.request)
    }
    startLoadTimeout(cycle.ticket, load)
    proceed(cycle, call, load)
  }

  /// Starts an attempt, or the delay before it, as the state of a load says.
  ///
  /// A delay depends on the failure of the attempt before it.
  @inline(__always)
  package func proceed(
    _ cycle: AttemptCycle,
    _ call: LoadCall?,
    _ load: RunningLoad?,
    after failure: AnyBox? = nil
  ) {
    guard let load else { return }
    if cycle.isWaiting {
      wait(cycle.ticket, cycle.retries, load, after: failure)
    } else if let call {
      startAttempt(cycle.ticket, call, load)
    }
  }

  /// Starts an attempt, or the steps before its work.
  @inline(__always)
  private func startAttempt(_ ticket: UInt, _ call: LoadCall, _ load: RunningLoad) {
    guard load.clear(.work, for: ticket) else { return load.skip(ticket) }
    if let attemptStart { return startAttempt(ticket, call, load, attemptStart) }
    startAttemptTimeout(ticket, load)
    let task = WorkTask.startedImmediately(priority: load.priorityOfAttempt()) {
      () async throws -> Void in await load.perform(call, ticket)
    }
    load.store(task, of: .work, ticket)
  }

  /// Starts an attempt that reads a record, and waits for its turn in a queue.
  ///
  /// The timeout of the attempt starts when the work does.
  private func startAttempt(
    _ ticket: UInt,
    _ call: LoadCall,
    _ load: RunningLoad,
    _ start: AttemptStart
  ) {
    let task = WorkTask.startedImmediately(priority: load.priorityOfAttempt()) {
      guard load.enter(.work, ticket) else { return }
      if let read = start.read {
        await read(call.request, ticket, load)
        // A young value has ended the load, or another call.
        guard load.enter(.work, ticket) else { return }
      }
      await start.runInTurn { hasWaited in
        // NB: An owner in a local constant would stay alive while the work runs.
        if hasWaited { load.send(.started(ticket)) }
        load.owner.object?.performer.startAttemptTimeout(ticket, load)
        await load.perform(call, ticket)
      }
    }
    load.store(task, of: .work, ticket)
  }

  /// Returns the event of an error that an attempt has thrown.
  fileprivate func event(of error: any Error) -> AttemptCycle.Event {
    policy.countsAsCancellation(error)
      ? .threwCancellation
      : .failed(mayRetry: policy.allowsRetry(error))
  }
}

extension RunningLoad {
  /// Calls the work in the current task, unless the attempt is no longer current.
  @inline(__always)
  fileprivate func perform(_ call: LoadCall, _ ticket: UInt) async {
    guard enter(.work, ticket) else { return skip(ticket) }
    let result = await call.function(call.request, ticket, self)
    leave(.work, ticket)
    send(result, of: ticket)
  }

  /// Ends an attempt whose work is not called, because it is no longer current.
  fileprivate func skip(_ ticket: UInt) { send(.attempt(.threwCancellation, of: ticket)) }

  /// Sends the result of an attempt to the owner.
  fileprivate func send(_ result: WorkResult, of ticket: UInt) {
    guard let owner = owner.object else { return }
    switch result {
    case .value(let value):
      owner.handle(.attempt(.succeeded, of: ticket), LoadSlots.Payload(value: value))
    case .failure(let failure, let error):
      let event = owner.performer.event(of: error)
      let payload = LoadSlots.Payload(failure: event == .threwCancellation ? nil : failure)
      owner.handle(.attempt(event, of: ticket), payload)
    }
  }
}

// MARK: Delays and timeouts

extension LoadPerformer {
  /// Waits for the policy's delay before a retry.
  private func wait(_ ticket: UInt, _ retry: Int, _ load: RunningLoad, after failure: AnyBox?) {
    guard load.clear(.work, for: ticket) else { return }
    // NB: Not an immediate task: retries that never suspend would deepen the stack each time.
    let task = WorkTask { [policy] in
      guard load.enter(.work, ticket) else { return }
      let delay = policy.retry.delay(retry, failure.anyError.thrown)
      if await policy.clock.wait(for: delay, Self.wait("retry", of: load.owner)) {
        load.send(.attempt(.delayElapsed, of: ticket))
      }
    }
    load.store(task, of: .work, ticket)
  }

  /// Starts the timeout of an attempt.
  @inline(__always)
  private func startAttemptTimeout(_ ticket: UInt, _ load: RunningLoad) {
    if let limit = policy.timeout?.attempt { start(limit, of: .attemptTimeout, ticket, load) }
  }

  /// Starts the timeout of a load.
  ///
  /// The event has the ticket of the load's first attempt.
  @inline(__always)
  private func startLoadTimeout(_ ticket: UInt, _ load: RunningLoad?) {
    if let limit = policy.timeout?.load, let load { start(limit, of: .loadTimeout, ticket, load) }
  }

  private func start(
    _ limit: Duration,
    of part: RunningLoad.Part,
    _ ticket: UInt,
    _ load: RunningLoad
  ) {
    guard let timeoutFailure, case .failure(let failure, let error) = timeoutFailure else { return }
    load.start(part, ticket) { [policy] in
      guard await policy.clock.wait(for: limit, Self.wait("timeout", of: load.owner)) else {
        return
      }
      if part == .attemptTimeout { return load.send(timeoutFailure, of: ticket) }
      let isFailure = !policy.countsAsCancellation(error)
      load.send(
        .attempt(.timedOut(isFailure: isFailure), of: ticket),
        LoadSlots.Payload(failure: isFailure ? failure : nil)
      )
    }
  }

  /// A wait of a load, as observers see it.
  private static func wait(_ kind: String, of owner: WeakLoadOwner) -> ClockWait? {
    .observed(
      owner.object?.isWriting == true ? "\(kind) of a write" : kind,
      of: owner.object
    )
  }
}

extension LoadPolicy {
  /// The failure of a timeout as a result of a load function; `nil` without timeouts.
  package func timeoutFailure<Failure: Error>(of type: Failure.Type) -> WorkResult? {
    guard let timeout else { return nil }
    return timeout.result(of: type, policy: name)
  }
}

extension LoadTimeout {
  /// Returns the failure of a timeout as a result of a load function.
  ///
  /// - Parameter policy: The name of the policy; `nil` for none.
  // NB: Not inlined, so that creating a loader without timeouts looks up no type.
  @inline(never)
  fileprivate func result<Failure: Error>(of type: Failure.Type, policy: String?) -> WorkResult? {
    failure.asTimeout(type, policy: policy).map { .failure(Box($0), $0) }
  }
}

// MARK: Activity

extension LoadPerformer {
  /// Counts a load, possibly instead of a replaced one; the load may have ended already.
  package func count(_ load: RunningLoad?, isReplacement: Bool) {
    guard let activity = policy.activity else { return }
    if !isReplacement { activity.start() }
    if load?.count() != true { activity.end() }
  }

  /// Ends a load, and counts its end.
  package func end(_ load: RunningLoad?, _ outcome: AnyLoadOutcome) {
    if load?.end(outcome) == true { policy.activity?.end() }
  }
}

// MARK: Observers and descriptions

extension LoadOwner {
  package var loadPolicy: LoadPolicy { performer.policy }

  /// True if the loads are the writes of a mutation.
  fileprivate var isWriting: Bool { performer.isWriting }

  /// The events for observers; `nil` if there are no observers.
  package var observedEvents: LoadEventQueue? {
    performer.policy.isObserved ? performer.events(defaultName) : nil
  }

  /// Adds an observer of this owner only.
  package func add(_ observer: LoadObserver) -> AnyCancellable {
    performer.events(defaultName).add(observer)
  }

  package var description: String { performer.text(defaultName) }
}

extension LoadPerformer {
  /// The events for observers, with a name for a policy that has none.
  fileprivate func events(_ name: @autoclosure () -> String) -> LoadEventQueue {
    eventQueue.object {
      LoadEventQueue(
        policy.name ?? name(),
        policy.observer,
        clock: policy.clock,
        owner: eventOwner,
        isWrite: isWriting
      )
    }
  }

  /// The name of the policy in quotes, or the types of the loader or its cache.
  func text(_ name: @autoclosure () -> String) -> String {
    policy.name.map { shortText($0, limit: 60, isQuoted: true) }
      ?? cutText(eventOwner?.name ?? name(), 100)
  }
}
