import ReactiveLoadable

/// Has the loads of a ``LoadableState`` done, and sends what comes of them.
final class LoadAttachment<Request: Hashable & Sendable, State: Sendable, Child: Sendable>:
  EffectAttachment
{
  typealias Question = (request: Request, state: State)
  typealias News = EmbeddedNews<Child, LoadError>
  typealias Performer = EmbeddedPerformer<Request, Question, Child, LoadError>

  private let performer: Performer
  private let current = Lock<EffectRun?>(nil)

  init(
    _ policy: LoadPolicy,
    _ load: @escaping @Sendable (Question, LoadReporter<Child>) async throws(LoadError) -> Child,
    _ tell: @escaping @Sendable (News, _ isStale: @escaping @Sendable () -> Bool) -> Void
  ) {
    let box = Lock<Weak?>(nil)
    let performer = Performer(policy, load) { news in
      guard let performer = box.withLock({ $0?.performer }) else { return }
      tell(news) { [weak performer] in performer?.expects(news) != true }
    }
    self.performer = performer
    box.withLock { $0 = Weak(performer: performer) }
  }

  private struct Weak: Sendable {
    weak let performer: Performer?
  }

  var run: EffectRun? { current.withLock { $0 } }

  /// Does what a state says that is loading, and ends all else.
  func follow(_ run: EmbeddedRun<Request>?, asking state: State) {
    renew(run)
    performer.follow(run) { (request: $0, state: state) }
    if run == nil { finish() }
  }

  func end() {
    performer.close()
    finish()
  }

  private func renew(_ run: EmbeddedRun<Request>?) {
    guard let run, !performer.isPerformingLoad(of: run) else { return }
    let new = EffectRun()
    new.begin { [weak performer] in performer?.cancel() }
    let before = current.withLock { current in
      defer { current = new }
      return current
    }
    before?.end()
  }

  private func finish() {
    current.withLock { $0.take() }?.end()
  }
}
