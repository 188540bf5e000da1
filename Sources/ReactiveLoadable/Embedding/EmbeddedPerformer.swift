/// Performs one run of an ``EmbeddedLoad`` or of ``EmbeddedPages``, while the value has that run.
///
/// One thread at a time calls `follow`, after each change of the value; events are sent from any
/// thread. The lock guards the performed run; no code of the caller runs under it. A performer
/// serves one run only, so late events of an earlier run are never mistaken for events of this run.
package final class EmbeddedPerformer<
  Key: Hashable & Sendable,
  Question: Sendable,
  Answer: Sendable,
  Failure: Error
>: Sendable {
  private struct Present {
    var run: EmbeddedRun<Key>?
    /// The ticket of the last attempt or delay whose end was handled.
    var over: UInt?
    var running: RunningLoad<Void, Failure>?
  }

  let policy: LoadPolicy
  let work: LoadWork<Question, Answer, Failure>
  let failureOfTimeout: Failure?
  let place: QueuePlace?
  private let present = Lock(Present())
  private let publish: @Sendable (EmbeddedNews<Answer, Failure>, EmbeddedPerformer) -> Void

  /// - Parameters:
  ///   - policy: The retries, timeouts and activity of the loads.
  ///   - load: The load function.
  ///   - publish: Receives each event and this performer, on any thread, also within
  ///     ``follow(_:inPlaceOf:asking:)``.
  package init(
    _ policy: LoadPolicy,
    _ load: @escaping @Sendable (Question, LoadReporter<Answer>) async throws(Failure) -> Answer,
    publish: @escaping @Sendable (EmbeddedNews<Answer, Failure>, EmbeddedPerformer) -> Void
  ) {
    self.policy = policy
    self.publish = publish
    work = .reporting(load)
    failureOfTimeout = policy.timeout?.failure.asTimeout(Failure.self)
    place = policy.place
  }

  deinit { close() }

  /// Returns whether it performs a run, in any attempt that has not ended.
  package func performs(_ run: EmbeddedRun<Key>) -> Bool {
    present.withLock { present in
      guard let performed = present.run, performed.isSame(as: run) else { return false }
      // A run that was reset to an earlier attempt must be performed from that attempt.
      return run.ticket >= performed.ticket && present.over.map { run.ticket > $0 } ?? true
    }
  }

  /// Returns whether an event is about the current run; called once, when the event is handled.
  ///
  /// An attempt that has ended is not performed again, even if the value then says that it is
  /// running.
  package func expects(_ news: EmbeddedNews<Answer, Failure>) -> Bool {
    present.withLock { present in
      guard let run = present.run, news.isAbout(run) else { return false }
      if news.endsAttempt { present.over = run.ticket }
      return true
    }
  }

  /// Performs a loading run: starts it, or continues with the next attempt.
  ///
  /// - Parameters:
  ///   - run: The current run of the value, the same run that this performer started with.
  ///   - other: The performer of the run that this run replaces; it ends if this run starts.
  ///   - question: A function from a request to the argument of the load function, for a new
  ///     attempt.
  package func follow(
    _ run: EmbeddedRun<Key>,
    inPlaceOf other: EmbeddedPerformer? = nil,
    asking question: (Key) -> Question
  ) {
    let before = present.withLock { present in
      defer { present.run = run }
      return present
    }
    guard let running = before.running else {
      return begin(run, inPlaceOf: other, question(run.request))
    }
    if before.run?.ticket != run.ticket { goOn(run, running, question(run.request)) }
  }

  /// Sends the event that cancels the load.
  package func cancel() {
    if let run = present.withLock({ $0.run }) { publish(.cancel(run.load)) }
  }

  /// Ends the load without an event.
  package func close() { if stop() { policy.activity?.end() } }

  /// Ends the load; returns whether an activity counts it.
  private func stop() -> Bool {
    let before = present.withLock { present in
      defer { present = Present(over: present.over) }
      return present
    }
    return before.running?.end(.cancelled) ?? false
  }

  private func begin(
    _ run: EmbeddedRun<Key>,
    inPlaceOf other: EmbeddedPerformer?,
    _ question: Question
  ) {
    let running = Running(run.first, of: self)
    present.withLock { $0.running = running }
    count(running, in: other?.stop() ?? false)
    limitLoad(run.ticket, running)
    goOn(run, running, question)
  }

  private func goOn(_ run: EmbeddedRun<Key>, _ running: Running, _ question: Question) {
    if run.isWaiting {
      wait(run.ticket, run.retries, running)
    } else {
      begin(LoadAttempt(run.first, run.ticket, of: question), running)
    }
  }
}

extension EmbeddedPerformer: LoadPerformer {
  typealias Request = Question
  typealias Value = Void

  func cancelLoad(_ id: UInt) { publish(.cancel(id)) }

  func hear(_ news: LoadNews<Answer, Failure>) { publish(.heard(news)) }

  private func publish(_ what: EmbeddedNews<Answer, Failure>.What) {
    guard let run = present.withLock({ $0.run }) else { return }
    let told = what.of(run, retryLimit: policy.retry.limit)
    publish(EmbeddedNews(what: told), self)
  }
}

extension EmbeddedNews.What {
  /// Returns the same event, adjusted to the current state of the load.
  fileprivate func of<Key>(_ run: EmbeddedRun<Key>, retryLimit: Int) -> Self {
    switch self {
    // The machine expects the first ticket of the run; a copied load may have started with another.
    case .heard(.expired(_, let error)): .heard(.expired(run.first, error))
    case .heard(.failed(let ticket, let error, let mayRetry)):
      .heard(.failed(ticket, error, mayRetry: mayRetry && run.retries < retryLimit))
    case .heard(.succeeded), .heard(.gaveUp), .heard(.reported), .heard(.waited), .cancel: self
    }
  }
}
