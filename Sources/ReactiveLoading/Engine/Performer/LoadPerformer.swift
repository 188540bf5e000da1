package import CombineShim
package import ReactiveRelays

/// Performs the work of loads: starts attempts, waits before retries, and applies timeouts.
///
/// Subclasses override `handle` and `cancelLoad`, and receive the results as events. Work and
/// delays do not keep the performer alive. It is not generic: requests, values and errors are in
/// boxes.
// SAFETY: all properties are constants; subclasses state what guards theirs.
@usableFromInline
package class LoadPerformer: LoadOwner, @unchecked Sendable {
  typealias Ticket = UInt

  package final let policy: LoadPolicy
  /// The client of the queue of its loads; `nil` if they need not wait.
  final let queueClient: QueueClient?
  /// The failure of a timeout; `nil` without timeouts.
  private let timeoutFailure: WorkResult?

  init(_ policy: LoadPolicy, queueClient: QueueClient?, timeoutFailure: WorkResult?) {
    self.policy = policy
    self.queueClient = queueClient
    self.timeoutFailure = timeoutFailure
  }

  /// Handles an event of the work.
  func handle(_ event: WorkEvent) {}

  /// Marks a queued attempt as started: its result is newer than all earlier changes.
  func attemptStarted(_ ticket: Ticket) {}

  /// Records that the load ended before the work of an attempt was called; not of a queued attempt.
  func attemptSkipped(_ ticket: Ticket) {}

  package func cancelLoad(_ id: UInt) {}

  /// The name of the loads of a policy that has none, with their types.
  @usableFromInline
  package var defaultName: String { "Loader" }

  /// The request of a load, for its descriptions; `nil` if it is no longer known.
  @usableFromInline
  package func request(of load: RunningLoad) -> AnyBox? { nil }

  /// The name of the cache that the loader belongs to; `nil` for another loader.
  var cacheName: String? { nil }

  /// True if the loads are the writes of a mutation.
  var isWriting: Bool { false }

  /// The relay that publishes the states; `nil` if the owner publishes them.
  package var statesRelay: RelayCore? { nil }
}

extension LoadPerformer: CustomStringConvertible {
  /// The name of the policy in quotes, or the types of the loader or its cache.
  @usableFromInline
  package final var description: String {
    policy.name.map { shortText($0, limit: 60, isQuoted: true) }
      ?? cutText(cacheName ?? defaultName, 100)
  }
}

extension LoadPolicy {
  /// The failure of a timeout as a result of a load function; `nil` without timeouts.
  func timeoutFailure<Failure: Error>(of type: Failure.Type) -> WorkResult? {
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

// MARK: Attempts

extension LoadPerformer {
  /// Starts the work of a load, and the timeout of the whole load.
  package final func start(_ cycle: AttemptCycle, _ call: LoadCall?, _ load: RunningLoad?) {
    if Creations.areObserved, let load { Creations.note(load, of: self, for: call?.request) }
    startLoadTimeout(cycle.ticket, load)
    proceed(cycle, call, load)
  }

  /// Starts an attempt, or the delay before it, as the state of a load says.
  package final func proceed(_ cycle: AttemptCycle, _ call: LoadCall?, _ load: RunningLoad?) {
    if cycle.isWaiting {
      wait(cycle.ticket, cycle.retries, load)
    } else if let call {
      startAttempt(cycle.ticket, call, load)
    }
  }

  /// Starts an attempt, or enters it into the queue.
  private final func startAttempt(_ ticket: Ticket, _ call: LoadCall, _ load: RunningLoad?) {
    guard let load, load.clear(.work, for: ticket) else { return attemptSkipped(ticket) }
    if let queueClient { return startAttempt(ticket, call, load, with: queueClient) }
    startAttemptTimeout(ticket, load)
    let task = WorkTask.startedImmediately(priority: load.priorityOfAttempt()) {
      () async throws -> Void in await Self.perform(call, ticket, load)
    }
    load.store(task, of: .work, ticket)
  }

  /// Starts an attempt when it has its turn in a queue; the timeout of the attempt starts then.
  private final func startAttempt(
    _ ticket: Ticket,
    _ call: LoadCall,
    _ load: RunningLoad,
    with queueClient: QueueClient
  ) {
    let task = WorkTask.startedImmediately(priority: load.priorityOfAttempt()) {
      guard load.enter(.work, ticket) else { return }
      await queueClient.run { hasWaited in
        // NB: A local performer would stay alive while the work runs.
        if hasWaited { Self.performer(load.owner)?.attemptStarted(ticket) }
        Self.performer(load.owner)?.startAttemptTimeout(ticket, load)
        await Self.perform(call, ticket, load)
      }
    }
    load.store(task, of: .work, ticket)
  }

  /// Calls the work in the current task, unless the attempt is no longer current.
  private static func perform(_ call: LoadCall, _ ticket: Ticket, _ load: RunningLoad) async {
    guard load.enter(.work, ticket) else {
      return performer(load.owner)?.attemptSkipped(ticket) ?? ()
    }
    let result = await call.function(call.request, ticket, load)
    load.leave(.work, ticket)
    performer(load.owner)?.handle(result, of: ticket)
  }

  private final func handle(_ result: WorkResult, of ticket: Ticket) {
    switch result {
    case .value(let value): handle(.succeeded(ticket, value))
    case .failure(let failure, let error):
      handle(
        policy.countsAsCancellation(error)
          ? .threwCancellation(ticket)
          : .failed(ticket, failure, mayRetry: policy.allowsRetry(error))
      )
    }
  }

  /// Returns the performer that owns a load; `nil` after its end.
  // SAFETY: only owners of loads of performers are passed.
  static func performer(_ owner: WeakLoadOwner) -> LoadPerformer? {
    guard let object = owner.object else { return nil }
    return unsafeDowncast(object, to: LoadPerformer.self)
  }
}

// MARK: Delays and timeouts

extension LoadPerformer {
  /// Waits for the policy's delay before a retry.
  private final func wait(_ ticket: Ticket, _ retry: Int, _ load: RunningLoad?) {
    guard let load, load.clear(.work, for: ticket) else { return }
    // NB: Not an immediate task: retries that never suspend would deepen the stack each time.
    let task = WorkTask { [policy] in
      guard load.enter(.work, ticket) else { return }
      let delay = policy.retry.delay(retry)
      if await policy.clock.wait(for: delay, Self.wait("retry", load.owner)) {
        Self.performer(load.owner)?.handle(.delayElapsed(ticket))
      }
    }
    load.store(task, of: .work, ticket)
  }

  /// Starts the timeout of an attempt.
  private final func startAttemptTimeout(_ ticket: Ticket, _ load: RunningLoad) {
    if let limit = policy.timeout?.attempt { start(limit, of: .attemptTimeout, ticket, load) }
  }

  /// Starts the timeout of a load; the event has the ticket of the load's first attempt.
  private final func startLoadTimeout(_ ticket: Ticket, _ load: RunningLoad?) {
    if let limit = policy.timeout?.load, let load { start(limit, of: .loadTimeout, ticket, load) }
  }

  private final func start(
    _ limit: Duration,
    of part: RunningLoad.Part,
    _ ticket: Ticket,
    _ load: RunningLoad
  ) {
    guard let timeoutFailure, case .failure(let failure, let error) = timeoutFailure else { return }
    load.start(part, ticket) { [policy] in
      guard await policy.clock.wait(for: limit, Self.wait("timeout", load.owner)),
        let performer = Self.performer(load.owner)
      else { return }
      if part == .attemptTimeout { return performer.handle(timeoutFailure, of: ticket) }
      performer.handle(.timedOut(ticket, policy.countsAsCancellation(error) ? nil : failure))
    }
  }

  /// A wait of a load, as observers see it.
  private static func wait(_ kind: String, _ owner: WeakLoadOwner) -> ClockWait? {
    .observed(
      performer(owner)?.isWriting == true ? "\(kind) of a write" : kind,
      of: performer(owner)
    )
  }

  /// Counts a load, possibly instead of a replaced one; the load may have ended already.
  package final func count(_ load: RunningLoad?, isReplacement: Bool) {
    guard let activity = policy.activity else { return }
    if !isReplacement { activity.start() }
    if load?.count() != true { activity.end() }
  }
}

// MARK: Under the lock of a relay

/// A performer whose state is guarded by the lock of the relay that publishes it.
///
/// So the order of the published states is the order of the decisions. Code of the caller that
/// leads to a decision, such as an edit or a `==`, runs outside the lock, and cannot change the
/// same state.
// SAFETY: every `var` is touched under the relay's lock only; all else is immutable.
@usableFromInline
package class RelayPerformer: LoadPerformer, @unchecked Sendable {
  private let relay: RelayCore
  private let elapsed: ElapsedTime?
  /// The events of the cache that a loader belongs to.
  private let eventOwner: LoadEventQueue?
  @exclusivity(unchecked) private final var reentrancyGuard: ReentrancyGuard?
  /// The events for observers; `nil` before the first observed decision.
  @exclusivity(unchecked) private final var eventQueue: LoadEventQueue?

  init(
    _ policy: LoadPolicy,
    queueClient: QueueClient?,
    timeoutFailure: WorkResult?,
    relay: RelayCore,
    elapsed: ElapsedTime?,
    eventOwner: LoadEventQueue? = nil
  ) {
    self.relay = relay
    self.elapsed = elapsed
    self.eventOwner = eventOwner
    super.init(policy, queueClient: queueClient, timeoutFailure: timeoutFailure)
  }

  package override final var statesRelay: RelayCore? { relay }
  override final var cacheName: String? { eventOwner?.name }

  /// The time on the policy's clock; always zero if no decision depends on it.
  package final var now: Duration { elapsed?.now() ?? .zero }

  /// True if code of a decision runs on this thread.
  ///
  /// Read under the lock.
  package final var isReentrant: Bool { reentrancyGuard?.includesCurrentThread ?? false }

  package final func locked<R>(_ body: () -> R) -> R {
    relay.lock.acquire()
    defer { relay.lock.release() }
    return body()
  }

  /// Runs code of the caller, and refuses changes by this code.
  package final func guardingReentrancy<R>(_ body: () -> R) -> R {
    locked { reentrancyGuard.addCurrentThread() }
    defer { locked { reentrancyGuard.removeCurrentThread() } }
    return body()
  }
}

// MARK: Observers

extension RelayPerformer {
  /// The events for observers; `nil` if there are no observers.
  ///
  /// The name is used if the policy has none.
  package final func observedEvents(_ name: @autoclosure () -> String) -> LoadEventQueue? {
    policy.isObserved ? events(name()) : nil
  }

  /// Adds an observer of this performer only.
  package final func add(
    _ observer: LoadObserver,
    _ name: @autoclosure () -> String
  ) -> AnyCancellable {
    events(name()).add(observer)
  }

  private final func events(_ name: @autoclosure () -> String) -> LoadEventQueue {
    if let queue = locked({ eventQueue }) { return queue }
    let new = LoadEventQueue(
      policy.name ?? name(),
      policy.observer,
      clock: policy.clock,
      owner: eventOwner,
      isWrite: isWriting
    )
    return locked {
      let queue = eventQueue ?? new
      eventQueue = queue
      return queue
    }
  }
}
