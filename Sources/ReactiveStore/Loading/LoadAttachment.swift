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
    _ load: @escaping @Sendable (Request, State) async throws -> Child,
    _ tell: @escaping @Sendable (News, _ isStale: @escaping @Sendable () -> Bool) -> Void
  ) {
    performer = Performer(policy) { question, _ async throws(LoadError) -> Child in
      do { return try await load(question.request, question.state) } catch {
        throw LoadError(error)
      }
    } tell: { news, performer in
      tell(news) { [weak performer] in performer?.expects(news) != true }
    }
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

extension Effect {
  /// Has done what a state says that is loading, and ends all else.
  static func following<Request, State: Sendable, Child>(
    _ run: EmbeddedRun<Request>?,
    at id: EffectID,
    _ policy: LoadPolicy,
    in state: State,
    _ load: @escaping @Sendable (Request, State) async throws -> Child,
    _ embed: @escaping @Sendable (EmbeddedNews<Child, LoadError>) -> Action
  ) -> Self {
    let part = EffectPart<Action>(
      .attach { existing, send in
        let there = existing as? LoadAttachment<Request, State, Child>
        let attachment =
          there
          ?? run.map { _ in
            LoadAttachment(policy, load) { send.unless($1)(embed($0)) }
          }
        attachment?.follow(run, asking: state)
        return run == nil ? nil : attachment
      },
      ids: [id]
    )
    return Self([part])
  }
}
