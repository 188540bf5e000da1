import ReactiveLoadable

/// Runs the loads of ``LoadableStates`` and sends their events.
///
/// Only the reducing thread calls `follow` and accesses `loads`, `mark` and `ended`, so that no
/// lock is held while keys are hashed and compared. Any thread may call `end`. The lock guards
/// `present`.
final class LoadsAttachment<Key: Hashable & Sendable, State: Sendable, Value: Sendable>:
  EffectAttachment
{
  typealias Load = @Sendable (Key, State, LoadReporter<Value>) async throws -> Value
  typealias Publish = @Sendable (Key, WorkEvent, _ isStale: @escaping @Sendable () -> Bool) -> Void
  private typealias OfOne = KeyAttachment<Key>

  private let policy: EmbeddedPolicy
  private let load: Load
  private let publish: Publish
  private let present = Lock(KeysPresent())
  // SAFETY: all three are accessed only in the turns of one store, which run one after the other.
  private nonisolated(unsafe) var loads: [Key: OfOne] = [:]
  private nonisolated(unsafe) var mark: TouchLog<Key>.Mark?
  private nonisolated(unsafe) var ended: [Key] = []

  // NB: Code that is not specialized looks up types for each call of `isEmpty`.
  private var noneHasEnded: Bool { ended.count == 0 }

  init(_ policy: EmbeddedPolicy, _ load: @escaping Load, _ publish: @escaping Publish) {
    self.policy = policy
    self.load = load
    self.publish = publish
  }

  /// Runs the loads of the states; checks only the keys that have changed since the last call.
  func follow(_ states: LoadableStates<Key, Value>, asking state: State) {
    let touches = states.touches
    defer { mark = touches.mark }
    if let mark, let touch = touches.onlyTouch(since: mark), hasEnded(only: touch.key) {
      if !noneHasEnded { ended = [] }
      return follow(touch.key, states.run(in: touch.slot), asking: state)
    }
    let keys = keys(of: states)
    ended = []
    for key in keys { follow(key, states.run(of: key), asking: state) }
  }

  private func hasEnded(only key: Key) -> Bool {
    noneHasEnded || (ended.count == 1 && ended[0] == key)
  }

  /// Returns the keys to check, in the order of their requests.
  private func keys(of states: LoadableStates<Key, Value>) -> [Key] {
    let touched =
      mark.flatMap { states.touches.keys(since: $0) } ?? Set(loads.keys).union(states.loading)
    // Keys whose attempt has ended are checked even if no reducer changed them, or one restored
    // an earlier state.
    let all = touched.union(ended)
    return all.count < 2 ? Array(all) : all.sorted { states.ask(of: $0) < states.ask(of: $1) }
  }

  private func follow(_ key: Key, _ run: EmbeddedRun<NoRequest>?, asking state: State) {
    guard let run else { return remove(key) }
    let one = load(of: key)
    one.load.follow(run.attempt) { [load] in
      LoadCall { report in try await load(key, state, report) }
    }
    one.load.takeAsked { run in present.withLock { $0.asked.append(run) } }
  }

  private func load(of key: Key) -> OfOne {
    if let load = loads[key] { return load }
    let new = OfOne(key, policy) { [weak self, publish] event, performer in
      publish(key, event) {
        let isExpected = performer.expects(event)
        if isExpected, event.endsAttempt { self?.ended.append(key) }
        return !isExpected
      }
    }
    loads[key] = new
    present.withLock { $0.loads[ObjectIdentifier(new)] = new }
    return new
  }

  private func remove(_ key: Key) {
    guard let load = loads.removeValue(forKey: key) else { return }
    let removed = present.withLock { $0.loads.removeValue(forKey: ObjectIdentifier(load)) }
    withExtendedLifetime(removed) {}
    load.end()
  }

  /// True if the end of an attempt was handled since the last call of `follow`.
  var needsToFollow: Bool { !noneHasEnded }

  func takeAsked(_ body: (EffectRun) -> Void) {
    let asked = present.withLock { present in
      defer { present.asked = [] }
      return present.asked
    }
    for run in asked { body(run) }
  }

  func loads(at place: EffectID) -> [(run: EffectRun, place: EffectID)] {
    present.withLock { $0.loads }.values.flatMap { $0.loads(at: place) }
  }

  // Ended loads stay here: a turn on another thread may still use one, and ends it again.
  func end() { for load in present.withLock({ $0.loads }).values { load.end() } }
}

/// The loads of all keys, without their keys.
private struct KeysPresent: Sendable {
  var loads: [ObjectIdentifier: any EffectAttachment] = [:]
  var asked: [EffectRun] = []
}

/// Runs the load of one key.
private final class KeyAttachment<Key: Hashable & Sendable>: EffectAttachment {
  let load: LoadAttachment
  private let key: Key

  init(_ key: Key, _ policy: EmbeddedPolicy, _ publish: @escaping EmbeddedPerformer.Publish) {
    self.key = key
    load = LoadAttachment(policy, publish)
  }

  var needsToFollow: Bool { load.needsToFollow }

  func takeAsked(_ body: (EffectRun) -> Void) { load.takeAsked(body) }

  func loads(at place: EffectID) -> [(run: EffectRun, place: EffectID)] {
    load.loads(at: place.holding(ElementID(key)))
  }

  func end() { load.end() }
}
