import HashTreeCollections
import ReactiveLoadable

/// Has the loads of ``LoadableStates`` done, and sends what comes of them.
///
/// The reducing thread follows, and alone touches `loads`, `mark` and `ended`, so that no lock is held while keys are
/// hashed and compared. Any thread may end it; the lock guards `present`.
final class LoadsAttachment<Key: Hashable & Sendable, State: Sendable, Value: Sendable>:
  EffectAttachment
{
  typealias Load = @Sendable (Key, State, LoadReporter<Value>) async throws -> Value
  typealias Tell =
    @Sendable (Key, OfOne.News, _ isStale: @escaping @Sendable () -> Bool) -> Void
  typealias OfOne = LoadAttachment<NoRequest, State, Value>

  private struct Present {
    var loads: [ObjectIdentifier: (load: OfOne, key: Key)] = [:]
    var asked: [EffectRun] = []
  }

  private let policy: LoadPolicy
  private let load: Load
  private let tell: Tell
  private let present = Lock(Present())
  // SAFETY: all three are touched in the turns of one store only, which come one after the other.
  private nonisolated(unsafe) var loads: [Key: OfOne] = [:]
  private nonisolated(unsafe) var mark: TouchLog<Key>.Mark?
  private nonisolated(unsafe) var ended: Set<Key> = []

  init(_ policy: LoadPolicy, _ load: @escaping Load, _ tell: @escaping Tell) {
    self.policy = policy
    self.load = load
    self.tell = tell
  }

  /// Performs what the states say that is loading; looks at those only that were touched since it did last.
  func follow(_ states: LoadableStates<Key, Value>, asking state: State) {
    let touched =
      mark.flatMap { states.touches.keys(since: $0) } ?? Set(loads.keys).union(states.loading)
    // What has ended is looked at also if no reducer has touched it, or one has put back what was there before.
    let all = touched.union(ended)
    (mark, ended) = (states.touches.mark, [])
    // In the order in which they were asked for.
    let keys = all.count < 2 ? Array(all) : all.sorted { states.ask(of: $0) < states.ask(of: $1) }
    for key in keys { follow(key, states.run(of: key), asking: state) }
  }

  private func follow(_ key: Key, _ run: EmbeddedRun<NoRequest>?, asking state: State) {
    guard let run else { return remove(key) }
    let load = load(of: key)
    load.follow(run, asking: state)
    let asked = load.takeAsked()
    present.withLock { $0.asked += asked }
  }

  private func load(of key: Key) -> OfOne {
    if let load = loads[key] { return load }
    let new = OfOne(policy) { [load] _, state, report in
      try await load(key, state, report)
    } _: { [weak self, tell] news, isStale in
      tell(key, news) {
        let isStale = isStale()
        if !isStale, news.endsAttempt { self?.ended.insert(key) }
        return isStale
      }
    }
    loads[key] = new
    present.withLock { $0.loads[ObjectIdentifier(new)] = (new, key) }
    return new
  }

  private func remove(_ key: Key) {
    guard let load = loads.removeValue(forKey: key) else { return }
    let removed = present.withLock { $0.loads.removeValue(forKey: ObjectIdentifier(load)) }
    withExtendedLifetime(removed) {}
    load.end()
  }

  func takeAsked() -> [EffectRun] {
    present.withLock { present in
      defer { present.asked = [] }
      return present.asked
    }
  }

  func loads(at place: EffectID) -> [(run: EffectRun, place: EffectID)] {
    let loads = present.withLock { $0.loads }.values
    return loads.flatMap { load, key in load.loads(at: place.holding(ElementID(key))) }
  }

  // What is ended stays here: a turn of another thread may go on with it, and has it ended once more.
  func end() { for (load, _) in present.withLock({ $0.loads }).values { load.end() } }
}
