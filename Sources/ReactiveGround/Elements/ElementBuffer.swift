public import CombineShim

/// The buffer between a publisher and the one consumer of its elements.
///
/// The lock guards `state`; the publisher, the consumer's continuation and dropped elements are
/// touched outside it. Functions that run for every value are inlinable, so that clients specialize
/// them.
@usableFromInline
package final class ElementBuffer<Element: Sendable, Failure: Error>: Sendable {
  @usableFromInline let state: Lock<ElementBufferState<Element, Failure>>

  /// Creates a buffer of at least 1 element, unbounded by default.
  ///
  /// If it is full, it drops its oldest element with `keepsNewest`, or else the new one.
  @usableFromInline
  package init(limit: Int = .max, keepsNewest: Bool = true) {
    state = Lock(ElementBufferState(limit: limit, keepsNewest: keepsNewest))
  }

  package var dropped: Int {
    let (dropped, forwarding) = state.withLock { ($0.dropped, $0.forwarding) }
    return dropped + (forwarding?.dropped() ?? 0)
  }

  /// An empty buffer of the same size for other elements.
  package func emptyCopy<Other>(of type: Other.Type) -> ElementBuffer<Other, Failure> {
    let (limit, keepsNewest) = state.withLock { ($0.limit, $0.keepsNewest) }
    return ElementBuffer<Other, Failure>(limit: limit, keepsNewest: keepsNewest)
  }

  /// Returns true for the first caller, which becomes the consumer.
  package func claim() -> Bool {
    state.withLock { state in
      defer { state.isClaimed = true }
      return !state.isClaimed
    }
  }

  /// Ends the subscription, and the elements without any more of them.
  @usableFromInline
  package func cancel() {
    let released = state.withLock { $0.close() }
    released.waiter?.resume(returning: .ended)
    released.subscription?.cancel()
  }
}

// MARK: The producer's side

extension ElementBuffer {
  /// Stores the subscription; returns false if the buffer needs no subscription any more.
  package func open(_ subscription: any Cancellable) -> Bool {
    state.withLock { state in
      guard state.phase == .unsubscribed else { return false }
      state.phase = state.forwarding == nil ? .open : .forwarding
      state.subscription = subscription
      return true
    }
  }

  @inlinable
  package func receive(_ element: Element) {
    guard let (waiter, dropped) = state.withLock({ $0.append(element) }) else {
      return forward(element)
    }
    waiter?.resume(returning: .element(element))
    _ = dropped
  }

  @usableFromInline
  func forward(_ element: Element) {
    let forwarding = state.withLock { $0.phase == .forwarding ? $0.forwarding : nil }
    forwarding?.receive(element)
  }

  package func finish(_ completion: Subscribers.Completion<Failure>) {
    guard let released = state.withLock({ $0.finish(completion) }) else { return }
    released.waiter?.resume(returning: .ended)
    released.forwarding?.finish()
    _ = released.subscription
  }

  /// Passes the elements of the buffer, and then each element, to functions instead of a consumer.
  ///
  /// `buffered` receives the elements that the buffer had before, under its lock, and `dropped`
  /// returns the number of elements dropped after the buffer had passed them. Returns false if the
  /// publisher has ended, so that no other element follows.
  package func forward(
    buffered: (inout FIFO<Element>) -> Void,
    receive: @escaping @Sendable (Element) -> Void,
    finish: @escaping @Sendable () -> Void,
    dropped: @escaping @Sendable () -> Int
  ) -> Bool {
    state.withLock { $0.forward(to: (receive, finish, dropped), buffered: buffered) }
  }
}

// MARK: The consumer's side

extension ElementBuffer {
  @inlinable
  func take(into batch: inout FIFO<Element>) -> Element? {
    state.withLock { $0.take(into: &batch) }
  }

  /// Throws the failure if the publisher ended with one, once.
  @usableFromInline
  func throwFailure() throws(Failure) {
    guard let failure = state.withLock({ $0.failure.take() }) else { return }
    if let failure = failure as? Failure { throw failure }
  }

  /// Waits for a value or an end, or until the task is cancelled.
  ///
  /// The isolation is passed as an argument, because a closure leaves its actor without it: the
  /// consumer would wait only after a hop to another thread and back.
  @inlinable
  func wait(isolation actor: isolated (any Actor)?) async -> WaitResult<Element> {
    await withTaskCancellationHandler(
      operation: {
        await withUnsafeContinuation(isolation: actor) { waiter in
          if let result = state.withLock({ $0.wait(waiter) }) { waiter.resume(returning: result) }
        }
      },
      onCancel: { cancel() },
      isolation: actor
    )
  }
}

/// The subscriber that feeds a buffer.
///
/// Publishers call a subscriber without specialization, where each use of the value's type costs a
/// lookup of metadata. A closure, which the client specializes, passes the value instead.
@usableFromInline
package final class ElementBufferSubscriber<Input: Sendable, Failure: Error>: Subscriber, Sendable {
  private let deliver: @Sendable (Input) -> Void
  private let buffer: ElementBuffer<Input, Failure>

  @usableFromInline
  package init(
    _ buffer: ElementBuffer<Input, Failure>,
    deliver: @escaping @Sendable (Input) -> Void
  ) {
    self.buffer = buffer
    self.deliver = deliver
  }

  @usableFromInline
  package func receive(subscription: any Subscription) {
    if buffer.open(subscription) { subscription.request(.unlimited) } else { subscription.cancel() }
  }

  @usableFromInline
  package func receive(_ input: Input) -> Subscribers.Demand {
    deliver(input)
    return .none
  }

  @usableFromInline
  package func receive(completion: Subscribers.Completion<Failure>) { buffer.finish(completion) }
}
