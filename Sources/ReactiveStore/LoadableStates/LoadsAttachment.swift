import ReactiveLoadable

/// Runs the loads of ``LoadableStates`` and sends their events.
///
/// Only the reducing thread calls `follow` and accesses `loads`, `revision`, `ended` and `newest`,
/// so that no lock is held while keys are hashed and compared. Any thread may call `end`. The lock
/// guards `keyLoads`.
final class LoadsAttachment<Key: Hashable & Sendable, State: Sendable, Value: Sendable>:
  EffectAttachment
{
  typealias Load = @Sendable (Key, State, LoadReporter<Value>) async throws -> Value
  typealias Publish =
    @Sendable (
      Key, LoadCore.Event, LoadSlots.Payload, _ isStale: @escaping @Sendable () -> Bool
    ) -> Void

  private let policy: EmbeddedPolicy
  private let load: Load
  private let publish: Publish
  /// Returns the function that sends the value of the record of a key.
  private let restore: @Sendable (Key) -> EmbeddedRecords.Restore
  private let keyLoads = Lock(KeyLoads())
  // SAFETY: all four are accessed only on the serial queue of one store.
  private nonisolated(unsafe) var loads: [Key: LoadAttachment] = [:]
  private nonisolated(unsafe) var revision: KeyChangeLog<Key>.Revision?
  private nonisolated(unsafe) var ended: [Key] = []
  /// The number of the newest load with a record; a load of an earlier state has an earlier one.
  // SAFETY: as above.
  private nonisolated(unsafe) var newest: UInt = 0

  // NB: Code that is not specialized looks up types for each call of `isEmpty`.
  private var noneHasEnded: Bool { ended.count == 0 }

  init(
    _ policy: EmbeddedPolicy,
    _ load: @escaping Load,
    _ publish: @escaping Publish,
    restore: @escaping @Sendable (Key) -> EmbeddedRecords.Restore
  ) {
    self.policy = policy
    self.load = load
    self.publish = publish
    self.restore = restore
  }

  /// Runs the loads of the states; checks only the keys that have changed since the last call.
  func follow(_ states: LoadableStates<Key, Value>, in state: State) {
    let changes = states.changes
    defer { revision = changes.revision }
    if let revision, let change = changes.onlyChange(since: revision), hasEnded(only: change.key) {
      if !noneHasEnded { ended = [] }
      return follow(change.key, states.run(in: change.slot), states, in: state)
    }
    let keys = keys(of: states)
    ended = []
    for key in keys { follow(key, states.run(of: key), states, in: state) }
  }

  private func hasEnded(only key: Key) -> Bool {
    noneHasEnded || (ended.count == 1 && ended[0] == key)
  }

  /// Returns the keys to check, in the order of their requests.
  private func keys(of states: LoadableStates<Key, Value>) -> [Key] {
    let changed =
      revision.flatMap { states.changes.keys(since: $0) } ?? Set(loads.keys).union(states.loading)
    // Keys whose attempt has ended are checked even if no reducer changed them, or one restored
    // an earlier state.
    let all = changed.union(ended)
    return all.count < 2
      ? Array(all) : all.sorted { states.requestNumber(of: $0) < states.requestNumber(of: $1) }
  }

  private func follow(
    _ key: Key,
    _ run: EmbeddedRun<NoRequest>?,
    _ states: LoadableStates<Key, Value>,
    in state: State
  ) {
    if policy.records != nil, let end = states.restoredEnd(of: key) { loads[key]?.close(end) }
    guard let run else { return remove(key) }
    let one = load(of: key)
    one.follow(run.attempt) {
      guard run.load > newest, states.readsRecord(of: key) else { return nil }
      return policy.reading(Box(key), restore: restore(key))
    } calling: { [load] in
      LoadCall(for: LoadObserver.isInUse ? Box(key) : nil) { report in
        try await load(key, state, report)
      }
    }
    if policy.records != nil { newest = max(newest, run.load) }
    one.takeRequested { run in keyLoads.withLock { $0.requested.append(run) } }
  }

  private func load(of key: Key) -> LoadAttachment {
    if let load = loads[key] { return load }
    let new = LoadAttachment(policy, of: key) { [weak self, publish] event, payload, performer in
      // NB: A strong reference until the event is handled. A weak one would be one more allocation.
      publish(key, event, payload) { [attachment = self] in
        let isExpected = performer.expects(event, payload)
        if isExpected, event.endsAttempt { attachment?.ended.append(key) }
        return !isExpected
      }
    }
    loads[key] = new
    keyLoads.withLock { $0.loads[ObjectIdentifier(new)] = new }
    return new
  }

  private func remove(_ key: Key) {
    guard let load = loads.removeValue(forKey: key) else { return }
    let removed = keyLoads.withLock { $0.loads.removeValue(forKey: ObjectIdentifier(load)) }
    withExtendedLifetime(removed) {}
    load.end()
  }

  var needsToFollow: Bool { !noneHasEnded }

  func takeRequested(_ body: (EffectRun) -> Void) {
    let requested = keyLoads.withLock { keyLoads in
      defer { keyLoads.requested = [] }
      return keyLoads.requested
    }
    for run in requested { body(run) }
  }

  func loads(at id: EffectID) -> [(run: EffectRun, id: EffectID)] {
    keyLoads.withLock { $0.loads }.values.flatMap { $0.loads(at: id) }
  }

  // Ended loads stay here: another thread may still use one, and ends it again.
  func end() { for load in keyLoads.withLock({ $0.loads }).values { load.end() } }
}

/// The loads of all keys, without their keys.
private struct KeyLoads: Sendable {
  var loads: [ObjectIdentifier: LoadAttachment] = [:]
  var requested: [EffectRun] = []
}
