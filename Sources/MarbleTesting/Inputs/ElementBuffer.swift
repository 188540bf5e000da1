@preconcurrency import CombineShim

/// The subscriber that buffers the values of an input for one consumer.
///
/// The lock guards the state. The subscription is called, and the consumer is resumed, outside the
/// lock.
final class ElementBuffer<Element: Sendable, Failure: Error>: Subscriber, Sendable {
  fileprivate enum Result {
    case element(Element)
    case end
    case failure(Failure)
    /// Another task already waits.
    case busy
  }

  fileprivate typealias Consumer = UnsafeContinuation<Result, Never>

  fileprivate struct State {
    var elements: [Element] = []
    /// The result after the last element; nil while the input has not ended.
    var completion: Subscribers.Completion<Failure>?
    var consumer: Consumer?
    var subscription: (any Subscription)?
    var isClaimed = false
  }

  /// The consumers of the input, which report misuse.
  let consumers: InputConsumers
  private let state = RunLock(State())

  init(_ consumers: InputConsumers, isEnded: Bool = false) {
    self.consumers = consumers
    if isEnded { state.withLock { $0.completion = .finished } }
  }

  /// Returns true for the first caller, which becomes the consumer.
  func claim() -> Bool {
    state.withLock { state in
      defer { state.isClaimed = true }
      return !state.isClaimed
    }
  }

  /// Ends the subscription, and the sequence without further elements.
  func cancel() {
    // Elements and the failure are released outside the lock.
    let closed = state.withLock { state in
      defer { state = State(completion: .finished, isClaimed: state.isClaimed) }
      return state
    }
    closed.consumer?.resume(returning: .end)
    closed.subscription?.cancel()
  }

  // MARK: The subscriber

  func receive(subscription: any Subscription) {
    let isOpen = state.withLock { state in
      if state.completion == nil { state.subscription = subscription }
      return state.completion == nil
    }
    if isOpen { subscription.request(.unlimited) } else { subscription.cancel() }
  }

  func receive(_ element: Element) -> Subscribers.Demand {
    let consumer = state.withLock { state in
      let consumer = state.takeConsumer()
      if consumer == nil, state.completion == nil { state.elements.append(element) }
      return consumer
    }
    consumer?.resume(returning: .element(element))
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    let (consumer, result, subscription) = state.withLock { state in
      if state.completion == nil { state.completion = completion }
      let consumer = state.takeConsumer()
      return (consumer, consumer == nil ? .end : state.takeCompletion(), state.takeSubscription())
    }
    consumer?.resume(returning: result)
    _ = subscription
  }

  // MARK: The consumer

  /// Returns the next element; `nil` at the end, or if the task is cancelled.
  func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Element? {
    let result = await nextResult(isolation: actor)
    if Task.isCancelled {
      cancel()
      return nil
    }
    switch result {
    case .element(let element): return element
    case .end: return nil
    case .failure(let failure): throw failure
    case .busy:
      consumers.report(
        """
        A second task requested the next element of `input.elements` while another task waits for \
        it. The sequence has one consumer, so the second task receives the end of the sequence.

        Read `input.elements` again for each consumer.
        """
      )
      return nil
    }
  }

  private func nextResult(isolation actor: isolated (any Actor)?) async -> Result {
    if Task.isCancelled { return .end }
    if let element = state.withLock({ $0.takeElement() }) { return .element(element) }
    return await withTaskCancellationHandler(
      operation: {
        await withUnsafeContinuation(isolation: actor) { consumer in
          if let result = state.withLock({ $0.wait(consumer) }) {
            consumer.resume(returning: result)
          }
        }
      },
      onCancel: { cancel() },
      isolation: actor
    )
  }
}

extension ElementBuffer.State {
  fileprivate mutating func takeElement() -> Element? {
    elements.isEmpty ? nil : elements.removeFirst()
  }

  /// Stores the consumer, or returns a result if there is no need to wait.
  fileprivate mutating func wait(
    _ consumer: ElementBuffer.Consumer
  ) -> ElementBuffer.Result? {
    if self.consumer != nil { return .busy }
    if let element = takeElement() { return .element(element) }
    if completion != nil { return takeCompletion() }
    self.consumer = consumer
    return nil
  }

  /// Returns the end of the sequence: its failure once, then the end.
  fileprivate mutating func takeCompletion() -> ElementBuffer.Result {
    defer { completion = .finished }
    if case .failure(let failure) = completion { return .failure(failure) }
    return .end
  }

  fileprivate mutating func takeConsumer() -> ElementBuffer.Consumer? {
    defer { consumer = nil }
    return consumer
  }

  fileprivate mutating func takeSubscription() -> (any Subscription)? {
    defer { subscription = nil }
    return subscription
  }
}
