import CombineShim

/// The state that the lock of a buffer guards.
@usableFromInline
struct ElementBufferState<Element, Failure: Error> {
  /// The consumer's continuation, taken under the lock by the one call that resumes it.
  @usableFromInline typealias Waiter = UnsafeContinuation<WaitResult<Element>, Never>

  @usableFromInline
  enum Phase { case unsubscribed, open, forwarding, ended }

  @usableFromInline var phase = Phase.unsubscribed
  /// Set while the consumer waits; then `elements` is empty.
  @usableFromInline var waiter: Waiter?
  @usableFromInline var elements = FIFO<Element>()
  @usableFromInline var dropped = 0
  @usableFromInline let limit: Int
  @usableFromInline let keepsNewest: Bool
  var isClaimed = false
  /// The functions that receive the values and the end instead of a consumer, and the number of
  /// values that were dropped after the buffer had passed them.
  typealias Forwarding = (
    receive: @Sendable (Element) -> Void, finish: @Sendable () -> Void,
    dropped: @Sendable () -> Int
  )
  private(set) var forwarding: Forwarding?
  var subscription: (any Cancellable)?
  // NB: Without its type, because the code that copies a state with an inline failure is 6 kB.
  var failure: (any Error)?

  init(limit: Int, keepsNewest: Bool) {
    self.limit = limit
    self.keepsNewest = keepsNewest
  }
}

// MARK: The producer's side

extension ElementBufferState {
  /// Returns the consumer if it waits for the value, and a dropped one to release outside the lock.
  ///
  /// Returns `nil` if the buffer takes no value: it forwards them, or has ended.
  @inlinable @inline(__always)
  mutating func append(_ element: Element) -> (waiter: Waiter?, dropped: Element?)? {
    guard case .open = phase else { return nil }
    if waiter != nil { return (takeWaiter(), nil) }
    if elements.count < limit {
      elements.append(element)
      return (nil, nil)
    }
    dropped += 1
    guard keepsNewest else { return (nil, nil) }
    let oldest = elements.popFirst()
    elements.append(element)
    return (nil, oldest)
  }

  /// Returns the consumer if it waits, and what to release outside the lock; `nil` after the end.
  mutating func finish(
    _ completion: Subscribers.Completion<Failure>
  ) -> (
    waiter: Waiter?, forwarding: Forwarding?, subscription: (any Cancellable)?
  )? {
    guard phase != .ended else { return nil }
    phase = .ended
    if case .failure(let error) = completion { failure = error }
    return (takeWaiter(), forwarding, subscription.take())
  }

  /// Passes the values of the buffer, and then each value, to functions instead of a consumer.
  ///
  /// Returns false if the publisher has ended, so that no other value follows.
  mutating func forward(
    to forwarding: Forwarding,
    buffered: (inout FIFO<Element>) -> Void
  ) -> Bool {
    self.forwarding = forwarding
    buffered(&elements)
    if phase == .open { phase = .forwarding }
    return phase != .ended
  }
}

// MARK: The consumer's side

extension ElementBufferState {
  /// Returns the first value in the buffer, and moves the others into an empty batch.
  ///
  /// A bounded buffer returns one value at a time, so that its bound applies to all buffered
  /// values.
  @inlinable
  mutating func take(into batch: inout FIFO<Element>) -> Element? {
    guard limit == .max else { return elements.popFirst() }
    swap(&elements, &batch)
    return batch.popFirst()
  }

  /// Stores the waiter, or returns a result if there is no need to wait.
  @inlinable
  mutating func wait(_ waiter: Waiter) -> WaitResult<Element>? {
    if self.waiter != nil { return .refused }
    if !elements.isEmpty { return .ready }
    if case .ended = phase { return .ended }
    self.waiter = waiter
    return nil
  }

  /// Ends everything and returns what to release outside the lock.
  mutating func close() -> (
    waiter: Waiter?, subscription: (any Cancellable)?, rest: FIFO<Element>, failure: (any Error)?
  ) {
    phase = .ended
    var rest = FIFO<Element>()
    swap(&rest, &elements)
    return (takeWaiter(), subscription.take(), rest, failure.take())
  }

  @inlinable
  mutating func takeWaiter() -> Waiter? {
    defer { waiter = nil }
    return waiter
  }
}

/// The result of a consumer's wait.
@usableFromInline
enum WaitResult<Element> {
  case element(Element)
  /// The buffer holds a value.
  case ready
  case ended
  /// Another task already waits, with a copy of the iterator.
  case refused
}

extension WaitResult: Sendable where Element: Sendable {}
