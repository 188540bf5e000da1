/// What a step makes of each value of a publisher and of a state of its own; `nil` is left out.
///
/// Subscribers get the upstream's subscription itself, so nothing is locked here. OpenCombine's
/// `compactMap` releases that subscription under its lock, and its `scan` releases the state before
/// while it writes the new one: a `deinit` that comes back aborts the process.
struct FoldedPublisher<Upstream: Publisher, State, Output>: Publisher {
  typealias Failure = Upstream.Failure
  typealias Step = (inout State, Upstream.Output) -> Output?

  let upstream: Upstream
  let initial: State
  let step: Step

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(Fold(subscriber, initial, step))
  }
}

extension Publisher {
  /// Publishes what `step` makes of each value and of a state, which each subscriber has of its own.
  ///
  /// - Parameters:
  ///   - initial: The state before the first value.
  ///   - step: Changes the state by a value, and returns what to publish; `nil` publishes nothing.
  ///     Called where the upstream delivers, under no lock.
  /// - Returns: A publisher that ends with this one.
  func folded<State, Result>(
    from initial: State,
    _ step: @escaping (inout State, Output) -> Result?
  ) -> FoldedPublisher<Self, State, Result> {
    FoldedPublisher(upstream: self, initial: initial, step: step)
  }
}

/// One subscriber's state.
private final class Fold<Downstream: Subscriber, Input, State>: Subscriber {
  typealias Failure = Downstream.Failure

  private let downstream: Downstream
  private let step: (inout State, Input) -> Downstream.Input?
  private var state: State

  init(
    _ downstream: Downstream,
    _ state: State,
    _ step: @escaping (inout State, Input) -> Downstream.Input?
  ) {
    self.downstream = downstream
    self.state = state
    self.step = step
  }

  func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }

  func receive(_ input: Input) -> Subscribers.Demand {
    let before = state
    var next = before
    let result = step(&next, input)
    state = next
    // The state before is released here, when nothing of this object is being changed.
    withExtendedLifetime(before) {}
    return result.map { downstream.receive($0) } ?? .max(1)
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    downstream.receive(completion: completion)
  }
}
