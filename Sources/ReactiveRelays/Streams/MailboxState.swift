/// The state that the lock of a mailbox guards.
@usableFromInline
struct MailboxState<Element, Failure: Error> {
  /// The consumer's continuation, taken under the lock by the one call that resumes it.
  @usableFromInline typealias Waiter = UnsafeContinuation<Mail<Element>, Never>

  @usableFromInline
  enum Phase { case unsubscribed, open, ended }

  @usableFromInline var phase = Phase.unsubscribed
  /// Set while the consumer waits; then the inbox is empty.
  @usableFromInline var waiter: Waiter?
  @usableFromInline var inbox = FIFO<Element>()
  @usableFromInline var dropped = 0
  @usableFromInline let limit: Int
  @usableFromInline let keepsNewest: Bool
  var isClaimed = false
  private var subscription: (any Subscription)?
  private var failure: Failure?

  init(_ buffering: Buffering) {
    switch buffering {
    case .unbounded: (limit, keepsNewest) = (.max, true)
    case .newest(let count): (limit, keepsNewest) = (count, true)
    case .oldest(let count): (limit, keepsNewest) = (count, false)
    }
    precondition(limit >= 1, "the bound of a Buffering is at least 1 value, not \(limit)")
  }
}

// MARK: The producer's side

extension MailboxState {
  /// Stores the subscription; returns false if the mailbox needs no subscription any more.
  mutating func open(_ subscription: any Subscription) -> Bool {
    guard phase == .unsubscribed else { return false }
    phase = .open
    self.subscription = subscription
    return true
  }

  /// Returns the consumer if it waits for the value, and a dropped one to release outside the lock.
  @inlinable @inline(__always)
  mutating func append(_ element: Element) -> (waiter: Waiter?, dropped: Element?) {
    guard case .open = phase else { return (nil, nil) }
    if waiter != nil { return (takeWaiter(), nil) }
    if inbox.count < limit {
      inbox.append(element)
      return (nil, nil)
    }
    dropped += 1
    guard keepsNewest else { return (nil, nil) }
    let oldest = inbox.popFirst()
    inbox.append(element)
    return (nil, oldest)
  }

  /// Returns the consumer if it waits, and the subscription to release outside the lock.
  mutating func finish(
    _ completion: Subscribers.Completion<Failure>
  ) -> (waiter: Waiter?, subscription: (any Subscription)?) {
    guard phase != .ended else { return (nil, nil) }
    phase = .ended
    if case .failure(let error) = completion { failure = error }
    return (takeWaiter(), takeSubscription())
  }
}

// MARK: The consumer's side

extension MailboxState {
  /// Returns the first value in the buffer, and moves the others into an empty batch.
  ///
  /// A bounded buffer returns one value at a time, so that its bound applies to all buffered
  /// values.
  @inlinable
  mutating func take(into batch: inout FIFO<Element>) -> Element? {
    guard limit == .max else { return inbox.popFirst() }
    swap(&inbox, &batch)
    return batch.popFirst()
  }

  mutating func takeFailure() -> Failure? {
    defer { failure = nil }
    return failure
  }

  /// Stores the waiter, or returns a result if there is no need to wait.
  @inlinable
  mutating func wait(_ waiter: Waiter) -> Mail<Element>? {
    if self.waiter != nil { return .refused }
    if !inbox.isEmpty { return .ready }
    if case .ended = phase { return .ended }
    self.waiter = waiter
    return nil
  }

  /// Ends everything and returns what to release outside the lock.
  mutating func close() -> (
    waiter: Waiter?, subscription: (any Subscription)?, rest: FIFO<Element>, failure: Failure?
  ) {
    phase = .ended
    var rest = FIFO<Element>()
    swap(&rest, &inbox)
    return (takeWaiter(), takeSubscription(), rest, takeFailure())
  }

  @inlinable
  mutating func takeWaiter() -> Waiter? {
    defer { waiter = nil }
    return waiter
  }

  private mutating func takeSubscription() -> (any Subscription)? {
    defer { subscription = nil }
    return subscription
  }
}

/// The result of a consumer's wait.
@usableFromInline
enum Mail<Element> {
  case element(Element)
  /// The buffer holds a value.
  case ready
  case ended
  /// Another task already waits, with a copy of the iterator.
  case refused
}

extension Mail: Sendable where Element: Sendable {}
