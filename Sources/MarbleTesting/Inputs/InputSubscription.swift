@preconcurrency import CombineShim

/// One subscription of an input, which buffers values until its subscriber requests them.
///
/// The lock guards the queue and the demand. The subscriber is called outside the lock, by one
/// caller at a time.
final class InputSubscription<Output, Failure: Error>: Subscription {
  typealias Completion = Subscribers.Completion<Failure>

  fileprivate struct State {
    var demand = Subscribers.Demand.none
    var values: [Output] = []
    var completion: Completion?
    var isDelivering = false
    var isOver = false
  }

  fileprivate enum Step {
    case value(Output)
    case completion(Completion)
  }

  /// The subscriber without its type.
  private struct Receiver {
    let receive: (Output) -> Subscribers.Demand
    let complete: (Completion) -> Void
  }

  fileprivate let state = Lock(State())
  private let receiver: Lock<Receiver?>
  private let onEnd: Lock<((SubscriptionLog.Ending) -> Void)?>

  init(
    _ subscriber: some Subscriber<Output, Failure>,
    onEnd: @escaping (SubscriptionLog.Ending) -> Void
  ) {
    receiver = Lock(
      Receiver(
        receive: { subscriber.receive($0) },
        complete: { subscriber.receive(completion: $0) }
      )
    )
    self.onEnd = Lock(onEnd)
  }

  func send(_ value: Output) {
    state.withLock { if !$0.isOver { $0.values.append(value) } }
    deliver()
  }

  func finish(_ completion: Completion) {
    state.withLock { $0.completion = completion }
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
    _ = receiver.withLock { $0.take() }
    if !wasOver { onEnd?(isDelivering ? .value : .cancellation) }
    withExtendedLifetime(values) {}
  }

  private func deliver() {
    let isFirst = state.withLock { state in
      defer { state.isDelivering = true }
      return !state.isDelivering
    }
    guard isFirst else { return }
    while let step = state.withLock({ $0.next() }) {
      perform(step)
    }
  }

  private func perform(_ step: Step) {
    let subscriber = receiver.withLock { $0 }
    switch step {
    case .value(let value):
      let more = subscriber?.receive(value) ?? .none
      state.withLock { $0.demand += more }
    case .completion(let completion):
      _ = receiver.withLock { $0.take() }
      onEnd.withLock({ $0.take() })?(completion.ending)
      subscriber?.complete(completion)
    }
  }
}

extension InputSubscription.State {
  fileprivate mutating func next() -> InputSubscription.Step? {
    guard !isOver else { return stopDelivering() }
    if values.isEmpty, let completion {
      isOver = true
      return .completion(completion)
    }
    guard demand > .none, !values.isEmpty else { return stopDelivering() }
    demand -= 1
    return .value(values.remove(at: 0))
  }

  private mutating func stopDelivering() -> InputSubscription.Step? {
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
