@preconcurrency import CombineShim

/// One subscription of an input, which buffers values until its subscriber requests them.
///
/// The lock guards the queue and the demand. The subscriber is called outside the lock, by one
/// caller at a time.
final class InputSubscription<Output, Failure: Error>: Subscription {
  typealias Signal = Script<Output, Failure>.Signal

  fileprivate struct State {
    var demand = Subscribers.Demand.none
    var values: [Output] = []
    var completion: Subscribers.Completion<Failure>?
    var isDelivering = false
    var isOver = false
  }

  /// The subscriber without its type; an `AnySubscriber` would look up conformances.
  // NB: A generic lock would wrap a closure in another one at each access.
  private struct Receiver {
    let receive: (Signal) -> Subscribers.Demand
  }

  fileprivate let state = Lock(State())
  private let receiver: Lock<Receiver?>
  private let onEnd: Lock<((SubscriptionLog.Ending) -> Void)?>

  init(
    _ subscriber: some Subscriber<Output, Failure>,
    onEnd: @escaping (SubscriptionLog.Ending) -> Void
  ) {
    receiver = Lock(
      Receiver { signal in
        switch signal {
        case .value(let value): return subscriber.receive(value)
        case .completion(let completion):
          subscriber.receive(completion: completion)
          return .none
        }
      }
    )
    self.onEnd = Lock(onEnd)
  }

  func send(_ signal: Signal) {
    state.withLock { state in
      switch signal {
      case .value(let value): if !state.isOver { state.values.append(value) }
      case .completion(let completion): state.completion = completion
      }
    }
    deliver()
  }

  func request(_ demand: Subscribers.Demand) {
    state.withLock { $0.demand += demand }
    deliver()
  }

  func cancel() {
    // The values are released outside the lock, because their `deinit` may call the subscription.
    let (wasOver, isDelivering, values) = state.withLock { state in
      defer {
        state.isOver = true
        state.values = []
      }
      return (state.isOver, state.isDelivering, state.values)
    }
    let onEnd = self.onEnd.withLock { $0.take() }
    let receiver = receiver.withLock { $0.take() }
    if !wasOver { onEnd?(isDelivering ? .value : .cancellation) }
    withExtendedLifetime((receiver, values)) {}
  }

  private func deliver() {
    let isFirst = state.withLock { state in
      defer { state.isDelivering = true }
      return !state.isDelivering
    }
    guard isFirst else { return }
    while let signal = state.withLock({ $0.next() }) {
      perform(signal)
    }
  }

  private func perform(_ signal: Signal) {
    let receiver = receiver.withLock { $0 }
    switch signal {
    case .value:
      let more = receiver?.receive(signal) ?? .none
      state.withLock { $0.demand += more }
    case .completion(let completion):
      _ = self.receiver.withLock { $0.take() }
      onEnd.withLock({ $0.take() })?(completion.ending)
      _ = receiver?.receive(signal)
    }
  }
}

extension InputSubscription.State {
  fileprivate mutating func next() -> InputSubscription.Signal? {
    guard !isOver else { return stopDelivering() }
    if values.isEmpty, let completion {
      isOver = true
      return .completion(completion)
    }
    guard demand > .none, !values.isEmpty else { return stopDelivering() }
    demand -= 1
    return .value(values.remove(at: 0))
  }

  private mutating func stopDelivering() -> InputSubscription.Signal? {
    isDelivering = false
    return nil
  }
}

extension Subscribers.Completion {
  fileprivate var ending: SubscriptionLog.Ending {
    switch self {
    case .finished: .completion
    case .failure: .failure
    }
  }
}
