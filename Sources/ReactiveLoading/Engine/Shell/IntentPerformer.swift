package import ReactiveRelays

/// A performer of intents, also of those of streams.
package protocol IntentPerformer<Intent>: AnyObject, Sendable {
  associatedtype Intent: Sendable
  associatedtype Value: Sendable
  associatedtype Failure: Error

  var states: BehaviorRelay<Loadable<Value, Failure>> { get }
  var streams: CancellableBag { get }

  /// Performs an intent of a call.
  func perform(_ intent: Intent) -> LoadTask<Value, Failure>

  /// Returns the number of a request that a stream receives now; see ``RequestOrder``.
  func nextRequestNumber() -> UInt

  /// Records that a held request is performed; returns false if it is superseded.
  @discardableResult
  func admit(_ number: UInt) -> Bool

  /// Performs an intent of a stream; one with a number only if no newer request was performed.
  func perform(_ intent: Intent, unlessSuperseded number: UInt?) -> LoadTask<Value, Failure>

  /// Returns the effect of an intent on the requests that streams hold.
  func effect(of intent: Intent) -> RequestEffect
}

extension IntentPerformer {
  /// Performs an intent that a stream has held since it took a number, unless it is superseded.
  private func perform(_ intent: Intent, heldSince number: UInt) -> LoadTask<Value, Failure> {
    switch effect(of: intent) {
    case .none: return perform(intent, unlessSuperseded: nil)
    case .request: return perform(intent, unlessSuperseded: number)
    case .removal:
      admit(number)
      return perform(intent, unlessSuperseded: nil)
    }
  }

  package func perform(on intents: some Publisher<Intent, Never>) -> StreamConnection {
    streams.own(intents) { [weak self] intent in _ = self?.perform(intent) }
  }

  /// Performs an intent for each element of a sequence.
  package func perform<Inputs: AsyncSequence & Sendable>(
    on inputs: Inputs,
    _ intent: @escaping @Sendable (Inputs.Element) -> Intent
  ) -> StreamConnection where Inputs.Element: Sendable, Inputs.Failure == Never {
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
  ) -> StreamConnection {
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

  /// Performs an intent whenever the loader becomes in use; a later call replaces it.
  package func performWhenInUse(_ intent: Intent) {
    streams.ownOnly(states.usage) { [weak self] isInUse in
      if isInUse { _ = self?.perform(intent) }
    }
  }
}
