// A relay is a publisher, and its values are an asynchronous sequence by `elements`. Without these
// declarations the compiler's error for `for await state in loader.states` does not name `elements`. The
// conformances are unavailable: available ones would make `prefix` and `removeDuplicates` ambiguous.

@available(*, unavailable, message: "Use 'elements': 'for await value in relay.elements'.")
extension BehaviorRelay: AsyncSequence {
  /// Unavailable: iterate over `elements`.
  public func makeAsyncIterator() -> Elements<Output, Never>.Iterator {
    elements.makeAsyncIterator()
  }
}

@available(*, unavailable, message: "Use 'elements': 'for await value in relay.elements'.")
extension PublishRelay: AsyncSequence {
  /// Unavailable: iterate over `elements`.
  public func makeAsyncIterator() -> Elements<Output, Never>.Iterator {
    elements.makeAsyncIterator()
  }
}

@available(*, unavailable, message: "Use 'elements': 'for await value in relay.elements'.")
extension ReplayRelay: AsyncSequence {
  /// Unavailable: iterate over `elements`.
  public func makeAsyncIterator() -> Elements<Output, Never>.Iterator {
    elements.makeAsyncIterator()
  }
}

@available(*, unavailable, message: "Use 'elements': 'for await value in relay.elements'.")
extension ReadOnlyRelay: AsyncSequence {
  /// Unavailable: iterate over `elements`.
  public func makeAsyncIterator() -> Elements<Output, Never>.Iterator {
    elements.makeAsyncIterator()
  }
}

@available(*, unavailable, message: "Use 'elements': 'for await value in relay.elements'.")
extension ReadOnlyEvents: AsyncSequence {
  /// Unavailable: iterate over `elements`.
  public func makeAsyncIterator() -> Elements<Output, Never>.Iterator {
    elements.makeAsyncIterator()
  }
}
