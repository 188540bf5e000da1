package import ReactiveRelays

/// A performer of intents, also of those of streams.
package protocol IntentPerformer<Intent>: AnyObject, Sendable {
  associatedtype Intent: Sendable
  associatedtype Value: Sendable
  associatedtype Failure: Error

  var states: BehaviorRelay<Loadable<Value, Failure>> { get }
  var streams: CancellableBag { get }

  func perform(_ intent: Intent) -> LoadTask<Value, Failure>

  /// Returns the number of a request that a stream receives now; see ``RequestOrder``.
  func nextRequestNumber() -> UInt

  /// Performs an intent that a stream has held since it took a number, unless it is superseded.
  func perform(_ intent: Intent, heldSince number: UInt) -> LoadTask<Value, Failure>
}

extension IntentPerformer {
  package func perform(on intents: some Publisher<Intent, Never>) {
    streams.own(intents) { [weak self] intent in _ = self?.perform(intent) }
  }

  /// Performs an intent for each element of a sequence.
  package func perform<Inputs: AsyncSequence & Sendable>(
    on inputs: Inputs,
    _ intent: @escaping @Sendable (Inputs.Element) -> Intent
  ) where Inputs.Element: Sendable, Inputs.Failure == Never {
    receive(inputs.numbered { [weak self] in self?.nextRequestNumber() ?? 0 }) {
      [weak self] input in
      self?.perform(intent(input.element), heldSince: input.number) != nil
    }
  }

  /// Passes the elements of a sequence to a closure, until it returns false or the loader ends.
  package func receive<Element: Sendable>(
    _ sequence: some AsyncSequence<Element, Never> & Sendable,
    finished: @escaping @Sendable () -> Void = {},
    _ receive: @escaping @Sendable (Element) -> Bool
  ) {
    streams.own {
      for await element in sequence {
        // A sequence may ignore the cancellation at the end of the loader.
        if !receive(element) { return }
        // NB: `debounce` of AsyncAlgorithms never ends when a cancelled task requests another element.
        if Task.isCancelled { return }
      }
      finished()
    }
  }

  package func performWhenObserved(_ intent: Intent) {
    let isObserved = states.onFirstSubscriber { [weak self] in _ = self?.perform(intent) }
    if isObserved { _ = perform(intent) }
  }
}
