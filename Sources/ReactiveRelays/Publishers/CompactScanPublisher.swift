/// A publisher of the non-`nil` results of a step function, which maps each value and a state.
///
/// Subscribers receive the upstream's subscription itself, so no lock is needed here. OpenCombine's
/// `compactMap` releases that subscription under its lock, and its `scan` releases the previous
/// state while it writes the new one: a re-entrant `deinit` aborts the process.
package struct CompactScanPublisher<Upstream: Publisher, State, Output>: Publisher {
  package typealias Failure = Upstream.Failure
  typealias Step = (inout State, Upstream.Output) -> Output?

  let upstream: Upstream
  let initial: State
  let step: Step

  package func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(CompactScanSubscriber(subscriber, initial, step))
  }
}

extension Publisher {
  /// Publishes the results of a step function of each value and a separate state per subscriber.
  ///
  /// The step runs on the thread of the upstream, outside any lock; `nil` publishes nothing.
  package func compactScan<State, Result>(
    from initial: State,
    _ step: @escaping (inout State, Output) -> Result?
  ) -> CompactScanPublisher<Self, State, Result> {
    CompactScanPublisher(upstream: self, initial: initial, step: step)
  }
}

private final class CompactScanSubscriber<Downstream: Subscriber, Input, State>: Subscriber {
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
    // The previous state is released here, while no property of this object is being modified.
    withExtendedLifetime(before) {}
    return result.map { downstream.receive($0) } ?? .max(1)
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    downstream.receive(completion: completion)
  }
}
