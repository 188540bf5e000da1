/// The buffer between a publisher and the one consumer of its ``Elements``.
///
/// The lock guards `state`; the publisher, the consumer's continuation and dropped elements are
/// touched outside it. Functions that run for every value are inlinable, so that clients specialize
/// them.
@usableFromInline
final class ElementBuffer<Element: Sendable, Failure: Error>: Sendable {
  @usableFromInline let state: Lock<ElementBufferState<Element, Failure>>

  @usableFromInline
  init(_ buffering: Buffering) { state = Lock(ElementBufferState(buffering)) }

  var dropped: Int {
    let (dropped, forwarding) = state.withLock { ($0.dropped, $0.forwarding) }
    return dropped + (forwarding?.dropped() ?? 0)
  }

  /// Returns true for the first caller, which becomes the consumer.
  func claim() -> Bool {
    state.withLock { state in
      defer { state.isClaimed = true }
      return !state.isClaimed
    }
  }

  @usableFromInline
  func cancel() {
    let released = state.withLock { $0.close() }
    released.waiter?.resume(returning: .ended)
    released.subscription?.cancel()
  }
}

// MARK: The producer's side

extension ElementBuffer {
  func open(_ subscription: any Subscription) {
    if state.withLock({ $0.open(subscription) }) {
      subscription.request(.unlimited)
    } else {
      subscription.cancel()
    }
  }

  @inlinable
  func receive(_ element: Element) {
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

  func finish(_ completion: Subscribers.Completion<Failure>) {
    guard let released = state.withLock({ $0.finish(completion) }) else { return }
    released.waiter?.resume(returning: .ended)
    released.forwarding?.finish()
    _ = released.subscription
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
    if let failure = state.withLock({ $0.takeFailure() }) { throw failure }
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
