/// What the storages of loaders have in common: how they decide, and how streams feed them.
///
/// What they know is guarded by the lock of the relay that publishes their states, so that the order
/// of the states is the order of the decisions. A decision is made on a copy, outside the lock, because
/// it runs code of the caller, such as `==`; it counts if nothing was decided meanwhile, else it is
/// made again.
@usableFromInline
protocol DecidingStorage<Intent>: LoadPerformer {
  associatedtype Intent: Sendable
  associatedtype Moment: DecidedMoment

  var states: BehaviorRelay<Loadable<Value, Failure>> { get }
  var streams: OwnedStreams { get }
  /// What is known now; touched inside `states.transition` only.
  var moment: Moment { get set }

  func perform(_ intent: Intent) -> LoadTask<Value, Failure>
}

/// What a storage knows between two decisions.
@usableFromInline
protocol DecidedMoment {
  /// How many decisions were made before.
  var version: UInt { get set }
}

// MARK: Deciding

extension DecidingStorage {
  /// A copy of what is known, to make a decision on.
  @inlinable var present: Moment { states.transition { (nil, moment) } }

  /// Makes a moment the present one, and brings out the one before; false if that is another one
  /// than it was made of, because another thread was faster.
  ///
  /// `prepare` is called before this thread shows the state, if it was the faster one.
  @inlinable
  func commit(
    _ moment: inout Moment,
    publishing state: Loadable<Value, Failure>?,
    beforeItShows prepare: () -> Void = {}
  ) -> Bool {
    let version = moment.version
    moment.version &+= 1
    return states.transition {
      guard self.moment.version == version else { return (nil, false) }
      swap(&self.moment, &moment)
      return (state, true)
    } beforeDelivery: { isCommitted in
      if isCommitted { prepare() }
    }
  }
}

// MARK: Streams

extension DecidingStorage {
  func perform(on intents: some Publisher<Intent, Never>) {
    streams.own(intents) { [weak self] intent in _ = self?.perform(intent) }
  }

  func perform<Intents: AsyncSequence & Sendable>(on intents: Intents)
  where Intents.Element == Intent, Intents.Failure == Never {
    streams.own { [weak self] in
      for await intent in intents {
        // A sequence may be deaf to the cancellation that comes when the loader goes.
        if self?.perform(intent) == nil { return }
        // NB: a `debounce` of AsyncAlgorithms never ends when a cancelled task asks it for more.
        if Task.isCancelled { return }
      }
    }
  }

  func performWhenObserved(_ intent: Intent) {
    let isObserved = states.onFirstSubscriber { [weak self] in _ = self?.perform(intent) }
    if isObserved { _ = perform(intent) }
  }
}
