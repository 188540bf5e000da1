/// Performs one run of an ``EmbeddedLoad`` or of ``EmbeddedPages``, for as long as the value says so.
///
/// `follow` is called by one thread at a time, after each change of the value; news is told from any
/// thread. The lock guards what is performed; nothing of the caller's runs under it. A performer is for
/// one run only, so that what an earlier one is late with is never taken for news of this.
package final class EmbeddedPerformer<
  Key: Hashable & Sendable,
  Question: Sendable,
  Answer: Sendable,
  Failure: Error
>: Sendable {
  private struct Present {
    var run: EmbeddedRun<Key>?
    /// The ticket of the last attempt, or wait before one, whose end has had its turn.
    var over: UInt?
    var running: RunningLoad<Void, Failure>?
  }

  let policy: LoadPolicy
  let work: LoadWork<Question, Answer, Failure>
  let failureOfTimeout: Failure?
  let place: QueuePlace?
  private let present = Lock(Present())
  private let tell: @Sendable (EmbeddedNews<Answer, Failure>, EmbeddedPerformer) -> Void

  /// - Parameters:
  ///   - policy: How loads are tried again, limited and counted.
  ///   - load: The load function.
  ///   - tell: Is told what comes of the load, from any thread, also within ``follow(_:asking:)``;
  ///     with this performer.
  package init(
    _ policy: LoadPolicy,
    _ load: @escaping @Sendable (Question, LoadReporter<Answer>) async throws(Failure) -> Answer,
    tell: @escaping @Sendable (EmbeddedNews<Answer, Failure>, EmbeddedPerformer) -> Void
  ) {
    self.policy = policy
    self.tell = tell
    work = .reporting(load)
    failureOfTimeout = policy.timeout?.failure.asTimeout(Failure.self)
    place = policy.place
  }

  deinit { close() }

  /// Whether it performs a run, in whatever attempt that has not ended.
  package func performs(_ run: EmbeddedRun<Key>) -> Bool {
    present.withLock { present in
      guard let performed = present.run, performed.isSame(as: run) else { return false }
      // One that was put back to an earlier time has to be performed from there.
      return run.ticket >= performed.ticket && present.over.map { run.ticket > $0 } ?? true
    }
  }

  /// Whether news is about what it performs now; asked once, when its turn comes.
  ///
  /// What has ended is not performed again, also if a value says then that it goes on.
  package func expects(_ news: EmbeddedNews<Answer, Failure>) -> Bool {
    present.withLock { present in
      guard let run = present.run, news.isAbout(run) else { return false }
      if news.endsAttempt { present.over = run.ticket }
      return true
    }
  }

  /// Performs what a value says that is loading: begins, or goes on with the next attempt.
  ///
  /// - Parameters:
  ///   - run: The load of the value as it is now, which is the one that this was begun with.
  ///   - other: Performs what this takes the place of, and ends if this begins.
  ///   - question: What the load function is given for a request, if an attempt begins.
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

  /// Asks for the end of the load.
  package func cancel() {
    if let run = present.withLock({ $0.run }) { tell(.cancel(run.load)) }
  }

  /// Ends the load, untold.
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

  func cancelLoad(_ id: UInt) { tell(.cancel(id)) }

  func hear(_ news: LoadNews<Answer, Failure>) { tell(.heard(news)) }

  private func tell(_ what: EmbeddedNews<Answer, Failure>.What) {
    guard let run = present.withLock({ $0.run }) else { return }
    let told = what.of(run, retryLimit: policy.retry.limit)
    tell(EmbeddedNews(what: told), self)
  }
}

extension EmbeddedNews.What {
  /// The same of the load as it is now.
  fileprivate func of<Key>(_ run: EmbeddedRun<Key>, retryLimit: Int) -> Self {
    switch self {
    // A copied load has not begun with its first ticket, by which the machine knows the limit of time.
    case .heard(.expired(_, let error)): .heard(.expired(run.first, error))
    case .heard(.failed(let ticket, let error, let mayRetry)):
      .heard(.failed(ticket, error, mayRetry: mayRetry && run.retries < retryLimit))
    case .heard(.succeeded), .heard(.gaveUp), .heard(.reported), .heard(.waited), .cancel: self
    }
  }
}
