/// Performs the loads of an ``EmbeddedLoad``: what its value says is done, and what it says no more ends.
///
/// `follow` is called by one thread at a time, after each change of the value; news is told from any
/// thread. The lock guards what is performed; nothing of the caller's runs under it.
package final class EmbeddedPerformer<
  Key: Hashable & Sendable,
  Question: Sendable,
  Answer: Sendable,
  Failure: Error
>: Sendable {
  private struct Present {
    var run: EmbeddedRun<Key>?
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
  ///   - tell: Is told what comes of the loads, from any thread, also within ``follow(_:asking:)``;
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

  /// Whether it performs the load of a run, in whatever attempt.
  package func isPerformingLoad(of run: EmbeddedRun<Key>) -> Bool {
    present.withLock { $0.run?.isOfLoad(run) ?? false }
  }

  /// Whether news is about what it performs now.
  package func expects(_ news: EmbeddedNews<Answer, Failure>) -> Bool {
    present.withLock { $0.run.map(news.isAbout) ?? false }
  }

  /// Performs what a value says that is loading; ends all else.
  ///
  /// - Parameters:
  ///   - run: The load of the value, as it is now.
  ///   - question: What the load function is given for a request, if an attempt begins.
  package func follow(_ run: EmbeddedRun<Key>?, asking question: (Key) -> Question) {
    let before = present.withLock { present in
      defer { present.run = run }
      return present
    }
    guard let run else { return finish(.loaded(())) }
    if let running = before.running, let now = before.run, now.isOfLoad(run) {
      if now.ticket != run.ticket { goOn(run, running, question(run.request)) }
      return
    }
    begin(run, inPlaceOf: before.running, question(run.request))
  }

  /// Asks for the end of the load that it performs.
  package func cancel() {
    if let load = present.withLock({ $0.run?.load }) { tell(.cancel(load)) }
  }

  /// Ends what it performs, untold.
  package func close() {
    present.withLock { $0.run = nil }
    finish(.cancelled)
  }

  private func begin(_ run: EmbeddedRun<Key>, inPlaceOf before: Running?, _ question: Question) {
    let running = Running(run.load, of: self)
    present.withLock { $0.running = running }
    count(running, in: before?.end(.replaced) ?? false)
    if run.isWaiting {
      wait(run.ticket, run.retries, running)
    } else {
      start(LoadAttempt(run.load, run.ticket, of: question), running)
    }
  }

  private func goOn(_ run: EmbeddedRun<Key>, _ running: Running, _ question: Question) {
    if run.isWaiting {
      wait(run.ticket, run.retries, running)
    } else {
      begin(LoadAttempt(run.load, run.ticket, of: question), running)
    }
  }

  private func finish(_ outcome: LoadOutcome<Void, Failure>) {
    let running = present.withLock { $0.running.take() }
    if let running, running.end(outcome) { policy.activity?.end() }
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
    tell(EmbeddedNews(origin: run.origin, what: told), self)
  }
}

extension EmbeddedNews.What {
  /// The same of the load as it is now.
  fileprivate func of<Key>(_ run: EmbeddedRun<Key>, retryLimit: Int) -> Self {
    switch self {
    // A copied load has not begun with its first ticket, by which the machine knows the limit of time.
    case .heard(.expired(_, let error)): .heard(.expired(run.load, error))
    case .heard(.failed(let ticket, let error, let mayRetry)):
      .heard(.failed(ticket, error, mayRetry: mayRetry && run.retries < retryLimit))
    case .heard(.succeeded), .heard(.gaveUp), .heard(.reported), .heard(.waited), .cancel: self
    }
  }
}
