import ReactiveLoadable

/// Runs the load of a ``LoadableState`` and sends its events.
///
/// The lock guards `present`. The reducing thread calls `follow`; any thread may call `end`.
final class LoadAttachment<Request: Hashable & Sendable, State: Sendable, Child: Sendable>:
  EffectAttachment
{
  typealias Question = (request: Request, state: State)
  typealias News = EmbeddedNews<Child, LoadError>
  typealias Load =
    @Sendable (Request, State, LoadReporter<Child>) async throws -> Child
  typealias Tell = @Sendable (News, _ isStale: @escaping @Sendable () -> Bool) -> Void

  private typealias Performer = EmbeddedPerformer<Request, Question, Child, LoadError>

  private struct Present {
    var performer: Performer?
    var run: EffectRun?
    /// The number of the last request for this load.
    var ask: UInt = 0
    var isAsked = false
  }

  private let policy: LoadPolicy
  private let load: Load
  private let tell: Tell
  private let present = Lock(Present())

  init(_ policy: LoadPolicy, _ load: @escaping Load, _ tell: @escaping Tell) {
    self.policy = policy
    self.load = load
    self.tell = tell
  }

  /// Runs the load of a state, and replaces the load of the state before.
  func follow(_ run: EmbeddedRun<Request>, asking state: State) {
    let before = present.withLock { $0 }
    let performer = before.performer.flatMap { $0.performs(run) ? $0 : nil } ?? newPerformer()
    let isNew = performer !== before.performer
    present.withLock { present in
      // A restored earlier state requests nothing, but it may contain a load that starts by this.
      present.isAsked = isNew || run.ask > present.ask
      present.ask = max(present.ask, run.ask)
      guard isNew else { return }
      present.performer = performer
      present.run = EffectRun(cancelling: { [weak performer] in performer?.cancel() })
    }
    performer.follow(run, inPlaceOf: isNew ? before.performer : nil) {
      (request: $0, state: state)
    }
    if isNew { end(before) }
  }

  func takeAsked() -> [EffectRun] {
    present.withLock { present in
      defer { present.isAsked = false }
      return present.run.map { present.isAsked ? [$0] : [] } ?? []
    }
  }

  func loads(at place: EffectID) -> [(run: EffectRun, place: EffectID)] {
    present.withLock { $0.run }.map { [($0, place)] } ?? []
  }

  func end() {
    end(
      present.withLock { present in
        defer { present = Present() }
        return present
      }
    )
  }

  private func end(_ before: Present) {
    before.performer?.close()
    before.run?.end()
  }

  private func newPerformer() -> Performer {
    Performer(policy) { [load] question, report async throws(LoadError) -> Child in
      do { return try await load(question.request, question.state, report) } catch {
        throw LoadError(error)
      }
    } publish: { [tell] news, performer in
      tell(news) { [weak performer] in performer?.expects(news) != true }
    }
  }
}
