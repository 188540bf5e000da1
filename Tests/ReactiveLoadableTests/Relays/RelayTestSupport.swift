import ReactiveLoadable

/// A variable that a callback changes, in tests that run on one thread.
final class Box<Value>: @unchecked Sendable {
  // SAFETY: each test that uses a box does so on one thread.
  var value: Value
  init(_ value: Value) { self.value = value }
}

/// An object that reports its release.
final class Token: Sendable {
  private let onDeinit: @Sendable () -> Void
  init(onDeinit: @escaping @Sendable () -> Void) { self.onDeinit = onDeinit }
  deinit { onDeinit() }
}

/// A subscriber with the demand that the test sets.
final class Puller<Input: Sendable>: Subscriber, @unchecked Sendable {
  // SAFETY: each test that uses a puller does so on one thread.
  typealias Failure = Never
  private(set) var values: [Input] = []
  private(set) var finishes = 0
  private(set) var subscription: (any Subscription)?
  private let first: Subscribers.Demand
  var answer: (Input) -> Subscribers.Demand = { _ in .none }

  init(first: Subscribers.Demand = .none) { self.first = first }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    if first > .none { subscription.request(first) }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    values.append(input)
    return answer(input)
  }

  func receive(completion: Subscribers.Completion<Never>) { finishes += 1 }

  func pull(_ demand: Subscribers.Demand = .max(1)) { subscription?.request(demand) }
  func cancel() { subscription?.cancel() }
  /// Releases the values, but not the subscription.
  func forget() { values = [] }
  var dropped: Int? { (subscription as? RelaySubscription)?.dropped }
}
