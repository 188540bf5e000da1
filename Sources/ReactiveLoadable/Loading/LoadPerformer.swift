/// Performs the work of loads: starts attempts, waits before retries, and applies timeouts.
///
/// It receives the results as events. Work and delays do not keep the performer alive.
@usableFromInline
protocol LoadPerformer<Request, Answer, Value, Failure>: LoadOwner {
  associatedtype Request: Sendable
  /// The result of the work.
  associatedtype Answer: Sendable
  /// The value of a load's outcome.
  associatedtype Value: Sendable
  associatedtype Failure: Error

  var policy: LoadPolicy { get }
  var failureOfTimeout: Box<Failure>? { get }
  var work: LoadWork<Request, Answer, Failure> { get }
  /// The place of its loads in a queue; `nil` if they need not wait.
  var place: QueuePlace? { get }

  func handle(_ event: WorkEvent<Answer, Failure>)

  /// Marks a queued attempt as started: its result is newer than all earlier changes.
  func begins(_ ticket: UInt)
}

extension LoadPerformer {
  @usableFromInline typealias Ticket = UInt

  @usableFromInline
  func begins(_ ticket: UInt) {}

  /// Starts the first attempt, and the timeout of the whole load.
  @inlinable
  func start(_ ticket: Ticket, of request: AnyBox?, _ load: RunningLoad?) {
    limitLoad(ticket, load)
    begin(ticket, of: request, load)
  }

  /// Starts an attempt, or enters it into the queue.
  @inlinable
  func begin(_ ticket: Ticket, of request: AnyBox?, _ load: RunningLoad?) {
    guard let load, load.clear(.work, for: ticket),
      let request = request?.assumed(of: Request.self)
    else { return }
    if let place { return begin(ticket, of: request, load, at: place) }
    limit(ticket, load)
    load.keep(Self.started(work, request, ticket, load), of: .work, ticket)
  }

  /// Starts the task of an attempt.
  ///
  /// NB: `Task.startedAtOnce` would need two more allocations for its closure.
  @inlinable
  static func started(
    _ work: LoadWork<Request, Answer, Failure>,
    _ request: Box<Request>,
    _ ticket: Ticket,
    _ load: RunningLoad
  ) -> Task<Void, Never> {
    let priority = load.priorityOfAttempt()
    #if !LIKE_MACOS_15
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return .immediate(priority: priority) { await call(work, request, ticket, load) }
    }
    #endif
    return Task(priority: priority) { await call(work, request, ticket, load) }
  }

  /// Starts an attempt when it has its turn in a queue; the timeout of the attempt starts then.
  @usableFromInline
  func begin(_ ticket: Ticket, of request: Box<Request>, _ load: RunningLoad, at place: QueuePlace)
  {
    let work = work
    let task = Task.startedAtOnce(priority: load.priorityOfAttempt()) {
      guard load.enter(.work, ticket) else { return }
      await place.run { hasWaited in
        // NB: A local performer would stay alive while the work runs.
        if hasWaited { Self.performer(load.owner)?.begins(ticket) }
        Self.performer(load.owner)?.limit(ticket, load)
        await Self.call(work, request, ticket, load)
      }
    }
    load.keep(task, of: .work, ticket)
  }

  /// Calls the work in the current task, unless the attempt is no longer current.
  @inlinable
  static func call(
    _ work: LoadWork<Request, Answer, Failure>,
    _ request: Box<Request>,
    _ ticket: Ticket,
    _ load: RunningLoad
  ) async {
    guard load.enter(.work, ticket) else { return }
    do throws(Failure) {
      let value = try await work.call(
        request.value,
        LoadReporter { [owner = load.owner] in performer(owner)?.handle(.reported(ticket, $0)) }
      )
      load.leave(.work, ticket)
      performer(load.owner)?.handle(.succeeded(ticket, Box(value)))
    } catch {
      load.leave(.work, ticket)
      performer(load.owner)?.fail(ticket, error)
    }
  }

  /// Returns the performer that owns a load; `nil` after its end.
  // SAFETY: performers create the loads that they pass to this extension.
  @inlinable
  static func performer(_ owner: WeakLoadOwner) -> Self? {
    guard let object = owner.object else { return nil }
    return unsafeDowncast(object, to: Self.self)
  }

  @usableFromInline
  func fail(_ ticket: Ticket, _ error: Failure) {
    handle(
      policy.meansCancelled(error)
        ? .gaveUp(ticket)
        : .failed(ticket, Box(error), mayRetry: policy.allowsRetry(error))
    )
  }
}

// MARK: Delays and timeouts

extension LoadPerformer {
  /// Waits for the policy's delay before a retry.
  @usableFromInline
  func wait(_ ticket: Ticket, _ retry: Int, _ load: RunningLoad?) {
    guard let load, load.clear(.work, for: ticket) else { return }
    // NB: Not an immediate task: retries that never suspend would deepen the stack each time.
    let task = Task { [policy] in
      guard load.enter(.work, ticket) else { return }
      if await policy.clock.rest(for: policy.retry.delay(retry)) {
        Self.performer(load.owner)?.handle(.waited(ticket))
      }
    }
    load.keep(task, of: .work, ticket)
  }

  /// Starts the timeout of an attempt.
  @inlinable
  func limit(_ ticket: Ticket, _ load: RunningLoad) {
    if let limit = policy.timeout?.attempt { start(limit, of: .limitOfAttempt, ticket, load) }
  }

  /// Starts the timeout of a load; the event has the ticket of the load's first attempt.
  @inlinable
  func limitLoad(_ ticket: Ticket, _ load: RunningLoad?) {
    if let limit = policy.timeout?.load, let load { start(limit, of: .limitOfLoad, ticket, load) }
  }

  @usableFromInline
  func start(
    _ limit: Duration,
    of part: RunningLoad.Part,
    _ ticket: Ticket,
    _ load: RunningLoad
  ) {
    guard let failureOfTimeout else { return }
    load.start(part, ticket) { [policy] in
      guard await policy.clock.rest(for: limit), let performer = Self.performer(load.owner) else {
        return
      }
      if part == .limitOfAttempt { return performer.fail(ticket, failureOfTimeout.value) }
      let isCancel = policy.meansCancelled(failureOfTimeout.value)
      performer.handle(.expired(ticket, isCancel ? nil : failureOfTimeout))
    }
  }

  /// Counts a load, possibly instead of a replaced one; the load may have ended already.
  @inlinable
  func count(_ load: RunningLoad?, in placeOfAnother: Bool) {
    guard let activity = policy.activity else { return }
    if !placeOfAnother { activity.begin() }
    if load?.count() != true { activity.end() }
  }
}
