extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// A publisher of the sequence's elements that requests an element only on demand.
  ///
  /// Every subscriber gets a separate iteration, in a task that starts with the subscription and is
  /// cancelled with it:
  ///
  /// ```
  /// sequence    a-b-c|
  /// demand      2--1
  /// subscriber  a-bc|
  /// ```
  ///
  /// Elements arrive on the task's thread, one at a time. The publisher has the failure type of the
  /// sequence. The completion arrives with the next demand after the last element. See
  /// <doc:StreamContract#B5-Demand>.
  public var publisher: AsyncSequencePublisher<Self> { AsyncSequencePublisher(self) }
}

/// A publisher of the elements of an async sequence, returned by `AsyncSequence.publisher`.
public struct AsyncSequencePublisher<Base: AsyncSequence & Sendable>: Publisher, Sendable
where Base.Element: Sendable {
  /// The sequence's element type.
  public typealias Output = Base.Element
  /// The sequence's failure type.
  public typealias Failure = Base.Failure

  private let base: Base

  fileprivate init(_ base: Base) { self.base = base }

  /// Starts an iteration for a subscriber.
  ///
  /// - Parameter subscriber: The subscriber, which receives elements as far as it has demand.
  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    let subscription = IterationSubscription(AnySubscriber(subscriber))
    subscriber.receive(subscription: subscription)
    subscription.iterate(base)
  }
}

/// One subscriber's iteration: the task, and the demand that it waits for.
///
/// The lock guards `state`. Only the task calls the subscriber, outside the lock.
private final class IterationSubscription<Element: Sendable, Failure: Error>: Subscription,
  Sendable
{
  private let state: Lock<IterationState<Element, Failure>>

  init(_ subscriber: AnySubscriber<Element, Failure>) {
    state = Lock(IterationState(subscriber))
  }

  func request(_ demand: Subscribers.Demand) {
    precondition(demand > .none, "a subscriber requests a demand of at least 1, not \(demand)")
    state.withLock { $0.add(demand) }?.resume()
  }

  func cancel() {
    let released = state.withLock { $0.close() }
    released.task?.cancel()
    released.waiter?.resume()
  }

  func iterate<Base: AsyncSequence & Sendable>(_ base: Base)
  where Base.Element == Element, Base.Failure == Failure {
    let task = Task {
      do throws(Failure) {
        var iterator = base.makeAsyncIterator()
        while await self.isDemanded(), let element = try await iterator.next(isolation: nil) {
          self.deliver(element)
        }
        self.finish(.finished)
      } catch {
        self.finish(.failure(error))
      }
    }
    if !state.withLock({ $0.own(task) }) { task.cancel() }
  }

  /// Waits for demand; returns false if the subscription was cancelled.
  private func isDemanded() async -> Bool {
    while true {
      switch state.withLock({ $0.spend() }) {
      case .spent: return true
      case .cancelled: return false
      case .noDemand: await demandOrCancel()
      }
    }
  }

  private func demandOrCancel() async {
    await withCheckedContinuation { waiter in
      if !state.withLock({ $0.wait(waiter) }) { waiter.resume() }
    }
  }

  private func deliver(_ element: Element) {
    guard let subscriber = state.withLock({ $0.subscriber }) else { return }
    let more = subscriber.receive(element)
    state.withLock { $0.add(more) }?.resume()
  }

  private func finish(_ completion: Subscribers.Completion<Failure>) {
    state.withLock { $0.close() }.subscriber?.receive(completion: completion)
  }
}

private struct IterationState<Element, Failure: Error> {
  typealias Waiter = CheckedContinuation<Void, Never>

  enum SpendResult { case spent, noDemand, cancelled }

  /// `nil` after the subscription has ended or was cancelled.
  private(set) var subscriber: AnySubscriber<Element, Failure>?
  private var demand = Subscribers.Demand.none
  private var waiter: Waiter?
  private var task: Task<Void, Never>?

  init(_ subscriber: AnySubscriber<Element, Failure>) { self.subscriber = subscriber }

  mutating func own(_ task: Task<Void, Never>) -> Bool {
    guard subscriber != nil else { return false }
    self.task = task
    return true
  }

  mutating func add(_ more: Subscribers.Demand) -> Waiter? {
    demand += more
    return demand > .none ? takeWaiter() : nil
  }

  mutating func spend() -> SpendResult {
    guard subscriber != nil else { return .cancelled }
    guard demand > .none else { return .noDemand }
    demand -= 1
    return .spent
  }

  /// Stores the waiter; returns false if there is no need to wait.
  mutating func wait(_ waiter: Waiter) -> Bool {
    guard subscriber != nil, demand == .none else { return false }
    self.waiter = waiter
    return true
  }

  /// Ends the subscription, and returns the objects to release outside the lock.
  mutating func close() -> (
    subscriber: AnySubscriber<Element, Failure>?, task: Task<Void, Never>?, waiter: Waiter?
  ) {
    defer { (subscriber, task) = (nil, nil) }
    return (subscriber, task, takeWaiter())
  }

  private mutating func takeWaiter() -> Waiter? {
    defer { waiter = nil }
    return waiter
  }
}
