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
  var failureOfTimeout: Failure? { get }
  var work: LoadWork<Request, Answer, Failure> { get }
  /// The place of its loads in a queue; `nil` if they need not wait.
  var place: QueuePlace? { get }

  func hear(_ news: LoadNews<Answer, Failure>)

  /// Marks a queued attempt as started: its result is newer than all earlier changes.
  func begins(_ ticket: UInt)
}

extension LoadPerformer {
  @usableFromInline typealias Running = RunningLoad<Value, Failure>
  @usableFromInline typealias Attempt = LoadAttempt<Request>
  @usableFromInline typealias Ticket = UInt

  @usableFromInline
  func begins(_ ticket: UInt) {}

  /// Starts the first attempt, and the timeout of the whole load.
  @inlinable
  func start(_ attempt: Attempt, _ load: Running?) {
    limitLoad(attempt.ticket, load)
    begin(attempt, load)
  }

  /// Starts the timeout of a load; the event has the ticket of the load's first attempt.
  @inlinable
  func limitLoad(_ ticket: Ticket, _ load: Running?) {
    guard let limit = policy.timeout?.load, let failureOfTimeout else { return }
    load?.start(.limitOfLoad, ticket) { [weak self, policy] in
      guard await policy.clock.rest(for: limit) else { return }
      let isCancel = policy.meansCancelled(failureOfTimeout)
      self?.hear(.expired(ticket, isCancel ? nil : failureOfTimeout))
    }
  }

  /// Starts an attempt, or enters it into the queue.
  @inlinable
  func begin(_ attempt: Attempt, _ load: Running?) {
    guard let load, load.clear(.work, for: attempt.ticket) else { return }
    let call = LoadCall(self, attempt, for: load)
    if let place {
      Task.startedAtOnce { await call.run(at: place) }
    } else {
      limit(attempt, load)
      Task.startedAtOnce { await call.run() }
    }
  }

  /// Starts the timeout of an attempt.
  @inlinable
  func limit(_ attempt: Attempt, _ load: Running) {
    guard let limit = policy.timeout?.attempt, let failureOfTimeout else { return }
    load.start(.limitOfAttempt, attempt.ticket) { [weak self, policy] in
      if await policy.clock.rest(for: limit) { self?.fail(attempt.ticket, failureOfTimeout) }
    }
  }

  @inlinable
  func fail(_ ticket: Ticket, _ error: Failure) {
    hear(
      policy.meansCancelled(error)
        ? .gaveUp(ticket) : .failed(ticket, error, mayRetry: policy.allowsRetry(error))
    )
  }

  /// Waits for the policy's delay before a retry.
  @inlinable
  func wait(_ ticket: Ticket, _ retry: Int, _ load: Running?) {
    guard let load, load.clear(.work, for: ticket) else { return }
    // NB: Not an immediate task: retries that never suspend would deepen the stack each time.
    Task { [weak self, policy] in
      guard load.enter(.work, ticket) else { return }
      if await policy.clock.rest(for: policy.retry.delay(retry)) { self?.hear(.waited(ticket)) }
    }
  }

  /// Counts a load, possibly instead of a replaced one; the load may have ended already.
  @inlinable
  func count(_ load: Running?, in placeOfAnother: Bool) {
    guard let activity = policy.activity else { return }
    if !placeOfAnother { activity.begin() }
    if load?.count() != true { activity.end() }
  }
}
