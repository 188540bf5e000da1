/// The common part of loader storages: deciding, and performing the intents of streams.
///
/// The lock of the relay that publishes the states guards `moment`, so the order of the states is
/// the order of the decisions. A decision runs code of the caller, such as `==`, so it is made on a
/// copy, outside the lock, and committed by compare-and-swap. If another thread committed first, it
/// is made again.
@usableFromInline
protocol DecidingStorage<Intent>: IntentPerformer {
  associatedtype Moment: DecidedMoment

  /// The current snapshot; accessed under the lock of the relay only.
  var moment: Moment { get set }
}

/// A load performer that performs intents, also those of streams.
@usableFromInline
protocol IntentPerformer<Intent>: LoadPerformer {
  associatedtype Intent: Sendable

  var states: BehaviorRelay<Loadable<Value, Failure>> { get }
  var streams: OwnedStreams { get }

  func perform(_ intent: Intent) -> LoadTask<Value, Failure>
}

/// The snapshot of a storage between two decisions.
@usableFromInline
protocol DecidedMoment {
  /// The number of earlier decisions.
  var version: UInt { get set }
}

// MARK: Deciding

extension DecidingStorage {
  /// A copy of the current snapshot, to decide on.
  @inlinable var present: Moment { states.core.locked { moment } }

  /// Commits a snapshot if no other thread has committed since it was copied.
  ///
  /// On success, `moment` holds the previous snapshot. On failure it returns false.
  @inlinable
  func commit(
    _ moment: inout Moment,
    ifVersionIs version: UInt,
    publishing state: Loadable<Value, Failure>?,
    beforeItShows prepare: (_ isCommitted: Bool) -> Void
  ) -> Bool {
    var isCommitted = false
    func replace() {
      guard self.moment.version == version else { return }
      swap(&self.moment, &moment)
      isCommitted = true
    }
    if let state {
      _ = states.core.accept {
        state
      } if: {
        replace()
        return isCommitted
      } beforeDelivery: {
        prepare(isCommitted)
      }
    } else {
      states.core.locked(replace)
      prepare(isCommitted)
    }
    return isCommitted
  }
}

// MARK: Streams

extension IntentPerformer {
  func perform(on intents: some Publisher<Intent, Never>) {
    streams.own(intents) { [weak self] intent in _ = self?.perform(intent) }
  }

  func perform<Intents: AsyncSequence & Sendable>(on intents: Intents)
  where Intents.Element == Intent, Intents.Failure == Never {
    streams.own { [weak self] in
      for await intent in intents {
        // A sequence may ignore the cancellation at the end of the loader.
        if self?.perform(intent) == nil { return }
        // NB: `debounce` of AsyncAlgorithms never ends when a cancelled task requests another element.
        if Task.isCancelled { return }
      }
    }
  }

  func performWhenObserved(_ intent: Intent) {
    let isObserved = states.onFirstSubscriber { [weak self] in _ = self?.perform(intent) }
    if isObserved { _ = perform(intent) }
  }
}
