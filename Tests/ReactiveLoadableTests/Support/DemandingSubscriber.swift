import ReactiveLoadable

/// A subscriber that receives values only when the test requests them, on one thread.
final class DemandingSubscriber<Input>: Subscriber {
  typealias Failure = Never

  private(set) var entries: [Input] = []
  private(set) var isFinished = false
  private var subscription: (any Subscription)?

  func request(_ demand: Subscribers.Demand) { subscription?.request(demand) }
  func cancel() { subscription?.cancel() }
  /// Releases the subscription without a cancel.
  func drop() { _ = subscription.take() }

  func receive(subscription: any Subscription) { self.subscription = subscription }

  func receive(_ input: Input) -> Subscribers.Demand {
    entries.append(input)
    return .none
  }

  func receive(completion: Subscribers.Completion<Never>) { isFinished = true }
}
