/// Who has the work of loads done: begins attempts, waits before others, and keeps the limits of time.
///
/// What becomes of it is heard as news. Work and waits do not keep the performer alive.
@usableFromInline
protocol LoadPerformer<Request, Answer, Value, Failure>: LoadOwner {
  associatedtype Request: Sendable
  /// What the work brings.
  associatedtype Answer: Sendable
  /// What those get who wait for a load.
  associatedtype Value: Sendable
  associatedtype Failure: Error

  var policy: LoadPolicy { get }
  var failureOfTimeout: Failure? { get }
  var work: LoadWork<Request, Answer, Failure> { get }
  /// Where its loads wait for their turn; `nil` if it is always theirs.
  var place: QueuePlace? { get }

  func hear(_ news: LoadNews<Answer, Failure>)

  /// An attempt begins that has waited for its turn in a queue: its answer is newer than all until now.
  func begins(_ ticket: UInt)
}

extension LoadPerformer {
  @usableFromInline typealias Running = RunningLoad<Value, Failure>
  @usableFromInline typealias Attempt = LoadAttempt<Request>
  @usableFromInline typealias Ticket = UInt

  @usableFromInline
  func begins(_ ticket: UInt) {}

  /// Begins the first attempt, and the limit of time for this and all that follow.
  @inlinable
  func start(_ attempt: Attempt, _ load: Running?) {
    limitLoad(attempt.ticket, load)
    begin(attempt, load)
  }

  /// Begins the limit of time of a load, which is told with the ticket that the load begins with.
  @inlinable
  func limitLoad(_ ticket: Ticket, _ load: Running?) {
    guard let limit = policy.timeout?.load, let failureOfTimeout else { return }
    load?.start(.limitOfLoad, ticket) { [weak self, policy] in
      guard await policy.clock.rest(for: limit) else { return }
      let isCancel = policy.meansCancelled(failureOfTimeout)
      self?.hear(.expired(ticket, isCancel ? nil : failureOfTimeout))
    }
  }

  /// Begins an attempt, or has it wait for its turn.
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

  /// Begins the limit of time of an attempt.
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

  /// Waits as long as the policy says before a retry.
  @inlinable
  func wait(_ ticket: Ticket, _ retry: Int, _ load: Running?) {
    guard let load, load.clear(.work, for: ticket) else { return }
    // Not started at once: retries that never suspend would be as deep a stack.
    Task { [weak self, policy] in
      guard load.enter(.work, ticket) else { return }
      if await policy.clock.rest(for: policy.retry.delay(retry)) { self?.hear(.waited(ticket)) }
    }
  }

  /// Has a load counted, perhaps in the place of one that was; it may be over already.
  @inlinable
  func count(_ load: Running?, in placeOfAnother: Bool) {
    guard let activity = policy.activity else { return }
    if !placeOfAnother { activity.begin() }
    if load?.count() != true { activity.end() }
  }
}
