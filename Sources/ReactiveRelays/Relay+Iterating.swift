// A relay is a publisher, and its values are an asynchronous sequence by `elements`. Without these
// declarations the compiler's error for `for await state in loader.states` does not name `elements`. The
// conformances are unavailable: available ones would make `prefix` and `removeDuplicates` ambiguous.

@available(*, unavailable, message: "Use 'elements': 'for await value in relay.elements'.")
extension BehaviorRelay: AsyncSequence {}

@available(*, unavailable, message: "Use 'elements': 'for await value in relay.elements'.")
extension PublishRelay: AsyncSequence {}

@available(*, unavailable, message: "Use 'elements': 'for await value in relay.elements'.")
extension ReplayRelay: AsyncSequence {}

@available(*, unavailable, message: "Use 'elements': 'for await value in relay.elements'.")
extension ReadOnlyRelay: AsyncSequence {}

@available(*, unavailable, message: "Use 'elements': 'for await value in relay.elements'.")
extension ReadOnlyEvents: AsyncSequence {}

extension RelayPublisher where Output: Sendable {
  /// Unavailable: iterate over `elements`.
  @available(*, unavailable, message: "Use 'elements': 'for await value in relay.elements'.")
  public func makeAsyncIterator() -> Elements<Output, Never>.Iterator {
    elements.makeAsyncIterator()
  }
}
