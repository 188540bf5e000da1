import HashTreeCollections
import ReactiveLoadable

/// Has the loads of ``LoadableStates`` done, and sends what comes of them.
///
/// The lock guards `present`; the reducing thread follows, and any thread may end it.
final class LoadsAttachment<Key: Hashable & Sendable, State: Sendable, Value: Sendable>:
  EffectAttachment
{
  typealias Load = @Sendable (Key, State, LoadReporter<Value>) async throws -> Value
  typealias Tell =
    @Sendable (Key, OfOne.News, _ isStale: @escaping @Sendable () -> Bool) -> Void
  typealias OfOne = LoadAttachment<NoRequest, State, Value>

  private struct Present {
    var loads: [Key: OfOne] = [:]
    var mark: TouchLog<Key>.Mark?
    var asked: [EffectRun] = []
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

  /// Performs what the states say that is loading; looks at those only that were touched since it did last.
  func follow(_ states: LoadableStates<Key, Value>, asking state: State) {
    let touched = present.withLock { present in
      defer { present.mark = states.touches.mark }
      return present.mark.flatMap { states.touches.keys(since: $0) }
        ?? Set(present.loads.keys).union(states.loading)
    }
    for key in touched { follow(key, states.run(of: key), asking: state) }
  }

  private func follow(_ key: Key, _ run: EmbeddedRun<NoRequest>?, asking state: State) {
    guard let run else { return remove(key) }
    let load = load(of: key)
    load.follow(run, asking: state)
    let asked = load.takeAsked()
    present.withLock { $0.asked += asked }
  }

  private func load(of key: Key) -> OfOne {
    present.withLock { present in
      if let load = present.loads[key] { return load }
      let new = OfOne(policy) { [load] _, state, report in
        try await load(key, state, report)
      } _: { [tell] news, isStale in
        tell(key, news, isStale)
      }
      present.loads[key] = new
      return new
    }
  }

  private func remove(_ key: Key) {
    present.withLock { $0.loads.removeValue(forKey: key) }?.end()
  }

  func takeAsked() -> [EffectRun] {
    present.withLock { present in
      defer { present.asked = [] }
      return present.asked
    }
  }

  func loads(at place: EffectID) -> [(run: EffectRun, place: EffectID)] {
    let loads = present.withLock { $0.loads }
    return loads.flatMap { key, load in load.loads(at: place.holding(key)) }
  }

  func end() {
    let loads = present.withLock { present in
      defer { present = Present() }
      return present.loads.values
    }
    for load in loads { load.end() }
  }
}
