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
  private struct State {
    /// `nil` after the subscription has ended or was cancelled.
    var subscriber: AnySubscriber<Element, Failure>?
    var demand = Subscribers.Demand.none
    /// The continuation of the task while it waits for demand.
    var waiter: CheckedContinuation<Void, Never>?
    var task: Task<Void, Never>?
  }

  private let state: Lock<State>

  init(_ subscriber: AnySubscriber<Element, Failure>) {
    state = Lock(State(subscriber: subscriber))
  }

  func request(_ demand: Subscribers.Demand) {
    precondition(demand > .none, "a subscriber requests a demand of at least 1, not \(demand)")
    add(demand)
  }

  func cancel() {
    let ended = end()
    ended.task?.cancel()
    ended.waiter?.resume()
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
    let isOwned = state.withLock { state in
      guard state.subscriber != nil else { return false }
      state.task = task
      return true
    }
    if !isOwned { task.cancel() }
  }

  /// Waits for demand and spends it; returns false if the subscription was cancelled.
  private func isDemanded() async -> Bool {
    while true {
      // `nil` while there is no demand, and false after a cancel.
      let isSpent: Bool? = state.withLock { state in
        guard state.subscriber != nil else { return false }
        guard state.demand > .none else { return nil }
        state.demand -= 1
        return true
      }
      if let isSpent { return isSpent }
      await demandOrCancel()
    }
  }

  private func demandOrCancel() async {
    await withCheckedContinuation { waiter in
      let waits = state.withLock { state in
        guard state.subscriber != nil, state.demand == .none else { return false }
        state.waiter = waiter
        return true
      }
      if !waits { waiter.resume() }
    }
  }

  private func deliver(_ element: Element) {
    guard let subscriber = state.withLock({ $0.subscriber }) else { return }
    add(subscriber.receive(element))
  }

  private func add(_ more: Subscribers.Demand) {
    let waiter = state.withLock { state in
      state.demand += more
      return state.demand > .none ? state.waiter.take() : nil
    }
    waiter?.resume()
  }

  private func finish(_ completion: Subscribers.Completion<Failure>) {
    end().subscriber?.receive(completion: completion)
  }

  /// Ends the subscription, and returns the objects to release outside the lock, once.
  private func end() -> State {
    var ended = State()
    state.withLock { swap(&ended, &$0) }
    return ended
  }
}
