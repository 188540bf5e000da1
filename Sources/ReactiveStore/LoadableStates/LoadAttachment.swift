import ReactiveLoadable

/// Runs the load of one ``LoadableState`` and sends its events.
///
/// The lock guards `state`. The reducing thread calls `follow`; any thread may call `end`. The
/// request and the value are used only in the closures.
final class LoadAttachment: EffectAttachment {
  private struct State {
    var performer: EmbeddedPerformer?
    var run: EffectRun?
    /// The number of the last request for this load.
    var requestNumber: UInt = 0
    var isRequested = false
  }

  private let policy: EmbeddedPolicy
  /// The key of the value, if it is one of several.
  private let key: (any Hashable & Sendable)?
  private let publish: EmbeddedPerformer.Publish
  private let state = Lock(State())

  init(
    _ policy: EmbeddedPolicy,
    of key: (any Hashable & Sendable)? = nil,
    _ publish: @escaping EmbeddedPerformer.Publish
  ) {
    self.policy = policy
    self.key = key
    self.publish = publish
  }

  /// Runs an attempt of a load, and replaces the load of the state before.
  ///
  /// - Parameters:
  ///   - attempt: The attempt.
  ///   - read: Returns the read of a record for a new load, not for that of an earlier state.
  ///   - call: Creates the call of the load function.
  func follow(
    _ attempt: EmbeddedAttempt,
    reading read: () -> AttemptStart.Read? = { nil },
    calling call: () -> LoadCall
  ) {
    let (before, run) = state.withLock { ($0.performer, $0.run) }
    if let before, before.performs(attempt) {
      let isRequested = state.withLock { state in
        // A restored earlier state requests nothing.
        state.isRequested = attempt.requestNumber > state.requestNumber
        state.requestNumber = max(state.requestNumber, attempt.requestNumber)
        return state.isRequested
      }
      return before.perform(attempt, isJoined: isRequested, calling: call)
    }
    start(attempt, replacing: before, reading: read, calling: call)
    before?.close()
    run?.end()
  }

  private func start(
    _ attempt: EmbeddedAttempt,
    replacing before: EmbeddedPerformer?,
    reading read: () -> AttemptStart.Read?,
    calling call: () -> LoadCall
  ) {
    let isNew = policy.records != nil && attempt.load > state.withLock { $0.requestNumber }
    let performer = EmbeddedPerformer(policy, after: isNew ? read() : nil, publish: publish)
    let run = EffectRun(cancelling: { performer.cancel() })
    state.withLock { state in
      state.requestNumber = max(state.requestNumber, attempt.requestNumber)
      // A load that starts by a restored earlier state is requested by that.
      state.isRequested = true
      (state.performer, state.run) = (performer, run)
    }
    performer.perform(attempt, replacing: before, calling: call)
  }

  var needsToFollow: Bool { state.withLock { $0.performer }?.hasEnded ?? false }

  func takeRequested(_ body: (EffectRun) -> Void) {
    let run: EffectRun? = state.withLock { state in
      guard state.isRequested, let run = state.run else { return nil }
      state.isRequested = false
      return run
    }
    if let run { body(run) }
  }

  func loads(at id: EffectID) -> [(run: EffectRun, id: EffectID)] {
    let id = key.map { id.appending(ElementID($0)) } ?? id
    return state.withLock { $0.run }.map { [($0, id)] } ?? []
  }

  /// Ends the load whose result was the value of its record, if it runs here.
  func close(_ end: RestoredEnd) { state.withLock { $0.performer }?.close(end) }

  func end() {
    let before = state.withLock { state in
      defer { state = State(requestNumber: state.requestNumber) }
      return state
    }
    before.performer?.close()
    before.run?.end()
  }
}
