import ReactiveLoadable

/// Runs the load of one ``LoadableState`` and sends its events.
///
/// The lock guards `present`. The reducing thread calls `follow`; any thread may call `end`. The
/// request and the value are known only to the closures.
final class LoadAttachment: EffectAttachment {
  private struct Present {
    var performer: EmbeddedPerformer?
    var run: EffectRun?
    /// The number of the last request for this load.
    var ask: UInt = 0
    var isAsked = false
  }

  private let policy: EmbeddedPolicy
  private let publish: EmbeddedPerformer.Publish
  private let present = Lock(Present())

  init(_ policy: EmbeddedPolicy, _ publish: @escaping EmbeddedPerformer.Publish) {
    self.policy = policy
    self.publish = publish
  }

  /// Runs an attempt of a load, and replaces the load of the state before.
  func follow(_ attempt: EmbeddedAttempt, calling call: () -> LoadCall) {
    let (before, run) = present.withLock { ($0.performer, $0.run) }
    if let before, before.performs(attempt) {
      present.withLock { present in
        // A restored earlier state requests nothing.
        present.isAsked = attempt.requestNumber > present.ask
        present.ask = max(present.ask, attempt.requestNumber)
      }
      return before.perform(attempt, calling: call)
    }
    begin(attempt, inPlaceOf: before, calling: call)
    before?.close()
    run?.end()
  }

  private func begin(
    _ attempt: EmbeddedAttempt,
    inPlaceOf before: EmbeddedPerformer?,
    calling call: () -> LoadCall
  ) {
    let performer = EmbeddedPerformer(policy, publish: publish)
    let run = EffectRun(cancelling: { performer.cancel() })
    present.withLock { present in
      // A load that starts by a restored earlier state is requested by that.
      present.isAsked = true
      present.ask = max(present.ask, attempt.requestNumber)
      (present.performer, present.run) = (performer, run)
    }
    performer.perform(attempt, replacing: before, calling: call)
  }

  /// True if the end of the current attempt was handled since the last call of `follow`.
  var needsToFollow: Bool { present.withLock { $0.performer }?.hasEnded ?? false }

  func takeAsked(_ body: (EffectRun) -> Void) {
    let run: EffectRun? = present.withLock { present in
      guard present.isAsked, let run = present.run else { return nil }
      present.isAsked = false
      return run
    }
    if let run { body(run) }
  }

  func loads(at place: EffectID) -> [(run: EffectRun, place: EffectID)] {
    present.withLock { $0.run }.map { [($0, place)] } ?? []
  }

  func end() {
    let before = present.withLock { present in
      defer { present = Present() }
      return present
    }
    before.performer?.close()
    before.run?.end()
  }
}
