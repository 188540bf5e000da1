package import ReactiveRelays

/// A performer of intents, also of those of streams.
package protocol IntentPerformer<Intent>: AnyObject, Sendable {
  associatedtype Intent: Sendable
  associatedtype Value: Sendable
  associatedtype Failure: Error

  var states: BehaviorRelay<Loadable<Value, Failure>> { get }
  var streams: CancellableBag { get }

  func perform(_ intent: Intent) -> LoadTask<Value, Failure>
}

extension IntentPerformer {
  package func perform(on intents: some Publisher<Intent, Never>) {
    streams.own(intents) { [weak self] intent in _ = self?.perform(intent) }
  }

  package func perform<Intents: AsyncSequence & Sendable>(on intents: Intents)
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

  package func performWhenObserved(_ intent: Intent) {
    let isObserved = states.onFirstSubscriber { [weak self] in _ = self?.perform(intent) }
    if isObserved { _ = perform(intent) }
  }
}
