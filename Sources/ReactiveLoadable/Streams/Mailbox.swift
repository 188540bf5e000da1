import DequeModule
import IssueReporting

/// The bridge under ``Elements``: a subscriber that buffers for one consumer.
///
/// The lock guards `state`; the publisher, the consumer's continuation and dropped elements are
/// touched outside it.
// SAFETY: `state` is behind its lock; `batch` belongs to the one consumer that `claim` admits.
final class Mailbox<Element: Sendable, Failure: Error>: Subscriber, @unchecked Sendable {
  typealias Input = Element

  private let state: Lock<MailboxState<Element, Failure>>
  private var batch = Deque<Element>()

  init(_ buffering: Buffering) { state = Lock(MailboxState(buffering)) }

  var dropped: Int { state.withLock { $0.dropped } }

  /// True for the first caller, who becomes the consumer.
  func claim() -> Bool {
    state.withLock { state in
      defer { state.isClaimed = true }
      return !state.isClaimed
    }
  }

  func cancel() {
    let released = state.withLock { $0.close() }
    released.waiter?.resume(returning: true)
    released.subscription?.cancel()
  }

  // MARK: The producer's side

  func receive(subscription: any Subscription) {
    if state.withLock({ $0.open(subscription) }) {
      subscription.request(.unlimited)
    } else {
      subscription.cancel()
    }
  }

  func receive(_ element: Element) -> Subscribers.Demand {
    let (waiter, dropped) = state.withLock { $0.append(element) }
    waiter?.resume(returning: true)
    _ = dropped
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    let (waiter, subscription) = state.withLock { $0.finish(completion) }
    waiter?.resume(returning: true)
    _ = subscription
  }

  // MARK: The consumer's side

  func next() async throws(Failure) -> Element? {
    while !Task.isCancelled {
      if let element = batch.popFirst() { return element }
      switch state.withLock({ $0.take(into: &batch) }) {
      case .elements: continue
      case .finished: return nil
      case .failed(let error): throw error
      case .nothing: if await !somethingToTake() { return refuse() }
      }
    }
    cancel()
    batch = []
    return nil
  }

  private func refuse() -> Element? {
    reportIssue(
      """
      A second task asks for the next of a publisher's elements while another one waits for it. \
      Elements are handed out to one consumer, so the second one is told that they have ended. \
      Read `publisher.elements` again for each consumer.
      """
    )
    return nil
  }

  /// False when another task is waiting already, by a copy of the iterator.
  private func somethingToTake() async -> Bool {
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        switch state.withLock({ $0.wait(waiter) }) {
        case .waits: break
        case .ready: waiter.resume(returning: true)
        case .taken: waiter.resume(returning: false)
        }
      }
    } onCancel: {
      cancel()
    }
  }
}

/// What the lock of a mailbox guards.
struct MailboxState<Element, Failure: Error> {
  typealias Waiter = CheckedContinuation<Bool, Never>

  enum Taken { case elements, nothing, finished, failed(Failure) }
  enum Waiting { case waits, ready, taken }

  private enum Phase {
    case unsubscribed
    case open(any Subscription)
    case finished
    case failed(Failure)
    case closed
  }

  var isClaimed = false
  private(set) var dropped = 0
  private let buffering: Buffering
  private var phase = Phase.unsubscribed
  private var inbox = Deque<Element>()
  private var waiter: Waiter?

  init(_ buffering: Buffering) {
    switch buffering {
    case .unbounded: break
    case .newest(let count), .oldest(let count):
      precondition(count >= 1, "a buffer holds at least 1 value, not \(count)")
    }
    self.buffering = buffering
  }

  mutating func open(_ subscription: any Subscription) -> Bool {
    guard case .unsubscribed = phase else { return false }
    phase = .open(subscription)
    return true
  }

  /// Returns whom to wake, and an element dropped to be released outside the lock.
  mutating func append(_ element: Element) -> (Waiter?, Element?) {
    guard case .open = phase else { return (nil, element) }
    switch buffering {
    case .newest(let limit) where inbox.count >= limit:
      dropped += 1
      let oldest = inbox.popFirst()
      inbox.append(element)
      return (nil, oldest)
    case .oldest(let limit) where inbox.count >= limit:
      dropped += 1
      return (nil, element)
    case .unbounded, .newest, .oldest:
      inbox.append(element)
      return (wake(), nil)
    }
  }

  mutating func finish(
    _ completion: Subscribers.Completion<Failure>
  ) -> (Waiter?, (any Subscription)?) {
    let subscription: (any Subscription)?
    switch phase {
    case .unsubscribed: subscription = nil
    case .open(let open): subscription = open
    case .finished, .failed, .closed: return (nil, nil)
    }
    switch completion {
    case .finished: phase = .finished
    case .failure(let error): phase = .failed(error)
    }
    return (wake(), subscription)
  }

  /// Returns what there is; a bounded buffer gives one at a time, so that its bound holds.
  mutating func take(into batch: inout Deque<Element>) -> Taken {
    if inbox.isEmpty { return end() }
    switch buffering {
    case .unbounded: swap(&inbox, &batch)
    case .newest, .oldest: if let first = inbox.popFirst() { batch.append(first) }
    }
    return .elements
  }

  private mutating func end() -> Taken {
    switch phase {
    case .unsubscribed, .open: return .nothing
    case .finished, .closed: return .finished
    case .failed(let error):
      phase = .finished
      return .failed(error)
    }
  }

  /// Ready means that there is something to take already, or nothing to wait for.
  mutating func wait(_ waiter: Waiter) -> Waiting {
    guard self.waiter == nil else { return .taken }
    guard inbox.isEmpty else { return .ready }
    switch phase {
    case .unsubscribed, .open:
      self.waiter = waiter
      return .waits
    case .finished, .failed, .closed: return .ready
    }
  }

  /// Returns what to release outside the lock.
  mutating func close() -> (waiter: Waiter?, subscription: (any Subscription)?, Deque<Element>) {
    var subscription: (any Subscription)?
    if case .open(let open) = phase { subscription = open }
    phase = .closed
    var rest = Deque<Element>()
    swap(&rest, &inbox)
    return (wake(), subscription, rest)
  }

  private mutating func wake() -> Waiter? {
    defer { waiter = nil }
    return waiter
  }
}
