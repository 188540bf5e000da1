public import CombineShim

// The members named `sink` win over OpenCombine's, whose subscriber takes a lock for every value.

extension BehaviorRelay {
  /// Calls `receiveValue` with every value, the remembered ones first, until it is cancelled (R6).
  ///
  /// - Parameter receiveValue: Runs on the thread that accepts; for remembered values on this one.
  /// - Returns: The subscription, which ends when this is dropped.
  @inlinable
  public func subscribe(
    _ receiveValue: @escaping @Sendable (Output) -> Void
  ) -> AnyCancellable {
    core.subscribe(receiveValue)
  }

  /// Calls `receiveValue` with every value, the remembered ones first, until it is cancelled (R6).
  ///
  /// - Parameter receiveValue: Runs on the thread that accepts; for remembered values on this one.
  /// - Returns: The subscription, which ends when this is dropped.
  @inlinable
  public func sink(
    receiveValue: @escaping @Sendable (Output) -> Void
  ) -> AnyCancellable {
    core.subscribe(receiveValue)
  }

  /// Calls `receiveValue` with every value, and `receiveCompletion` when the relay goes away (R9).
  ///
  /// - Parameters:
  ///   - receiveCompletion: Runs once, on the thread that releases the relay.
  ///   - receiveValue: Runs on the thread that accepts; for remembered values on this one.
  /// - Returns: The subscription, which ends when this is dropped.
  @inlinable
  public func sink(
    receiveCompletion: @escaping @Sendable (Subscribers.Completion<Never>) -> Void,
    receiveValue: @escaping @Sendable (Output) -> Void
  ) -> AnyCancellable {
    core.subscribe(receiveValue, finish: { receiveCompletion(.finished) })
  }

  /// Attaches a subscriber, which is served on the threads that accept and that request (R7).
  @inlinable
  public func receive<S: Subscriber>(
    subscriber: S
  ) where S.Input == Output, S.Failure == Never {
    core.subscribe(subscriber)
  }
}

extension PublishRelay {
  /// Calls `receiveValue` with every value accepted from now on, until it is cancelled (R6).
  ///
  /// - Parameter receiveValue: Runs on the thread that accepts.
  /// - Returns: The subscription, which ends when this is dropped.
  @inlinable
  public func subscribe(
    _ receiveValue: @escaping @Sendable (Output) -> Void
  ) -> AnyCancellable {
    core.subscribe(receiveValue)
  }

  /// Calls `receiveValue` with every value accepted from now on, until it is cancelled (R6).
  ///
  /// - Parameter receiveValue: Runs on the thread that accepts.
  /// - Returns: The subscription, which ends when this is dropped.
  @inlinable
  public func sink(
    receiveValue: @escaping @Sendable (Output) -> Void
  ) -> AnyCancellable {
    core.subscribe(receiveValue)
  }

  /// Calls `receiveValue` with every value accepted from now on, and `receiveCompletion` when the
  /// relay goes away (R9).
  ///
  /// - Parameters:
  ///   - receiveCompletion: Runs once, on the thread that releases the relay.
  ///   - receiveValue: Runs on the thread that accepts.
  /// - Returns: The subscription, which ends when this is dropped.
  @inlinable
  public func sink(
    receiveCompletion: @escaping @Sendable (Subscribers.Completion<Never>) -> Void,
    receiveValue: @escaping @Sendable (Output) -> Void
  ) -> AnyCancellable {
    core.subscribe(receiveValue, finish: { receiveCompletion(.finished) })
  }

  /// Attaches a subscriber, which is served on the threads that accept and that request (R7).
  @inlinable
  public func receive<S: Subscriber>(
    subscriber: S
  ) where S.Input == Output, S.Failure == Never {
    core.subscribe(subscriber)
  }
}

extension ReplayRelay {
  /// Calls `receiveValue` with every value, the remembered ones first, until it is cancelled (R6).
  ///
  /// - Parameter receiveValue: Runs on the thread that accepts; for remembered values on this one.
  /// - Returns: The subscription, which ends when this is dropped.
  @inlinable
  public func subscribe(
    _ receiveValue: @escaping @Sendable (Output) -> Void
  ) -> AnyCancellable {
    core.subscribe(receiveValue)
  }

  /// Calls `receiveValue` with every value, the remembered ones first, until it is cancelled (R6).
  ///
  /// - Parameter receiveValue: Runs on the thread that accepts; for remembered values on this one.
  /// - Returns: The subscription, which ends when this is dropped.
  @inlinable
  public func sink(
    receiveValue: @escaping @Sendable (Output) -> Void
  ) -> AnyCancellable {
    core.subscribe(receiveValue)
  }

  /// Calls `receiveValue` with every value, and `receiveCompletion` when the relay goes away (R9).
  ///
  /// - Parameters:
  ///   - receiveCompletion: Runs once, on the thread that releases the relay.
  ///   - receiveValue: Runs on the thread that accepts; for remembered values on this one.
  /// - Returns: The subscription, which ends when this is dropped.
  @inlinable
  public func sink(
    receiveCompletion: @escaping @Sendable (Subscribers.Completion<Never>) -> Void,
    receiveValue: @escaping @Sendable (Output) -> Void
  ) -> AnyCancellable {
    core.subscribe(receiveValue, finish: { receiveCompletion(.finished) })
  }

  /// Attaches a subscriber, which is served on the threads that accept and that request (R7).
  @inlinable
  public func receive<S: Subscriber>(
    subscriber: S
  ) where S.Input == Output, S.Failure == Never {
    core.subscribe(subscriber)
  }
}

extension ReadOnlyRelay {
  /// Calls `receiveValue` with every value, the remembered ones first, until it is cancelled (R6).
  ///
  /// - Parameter receiveValue: Runs on the thread that accepts; for remembered values on this one.
  /// - Returns: The subscription, which ends when this is dropped.
  @inlinable
  public func subscribe(
    _ receiveValue: @escaping @Sendable (Output) -> Void
  ) -> AnyCancellable {
    relay.core.subscribe(receiveValue)
  }

  /// Calls `receiveValue` with every value, the remembered ones first, until it is cancelled (R6).
  ///
  /// - Parameter receiveValue: Runs on the thread that accepts; for remembered values on this one.
  /// - Returns: The subscription, which ends when this is dropped.
  @inlinable
  public func sink(
    receiveValue: @escaping @Sendable (Output) -> Void
  ) -> AnyCancellable {
    relay.core.subscribe(receiveValue)
  }

  /// Calls `receiveValue` with every value, and `receiveCompletion` when the relay goes away (R9).
  ///
  /// - Parameters:
  ///   - receiveCompletion: Runs once, on the thread that releases the relay.
  ///   - receiveValue: Runs on the thread that accepts; for remembered values on this one.
  /// - Returns: The subscription, which ends when this is dropped.
  @inlinable
  public func sink(
    receiveCompletion: @escaping @Sendable (Subscribers.Completion<Never>) -> Void,
    receiveValue: @escaping @Sendable (Output) -> Void
  ) -> AnyCancellable {
    relay.core.subscribe(receiveValue, finish: { receiveCompletion(.finished) })
  }

  /// Attaches a subscriber, which is served on the threads that accept and that request (R7).
  @inlinable
  public func receive<S: Subscriber>(
    subscriber: S
  ) where S.Input == Output, S.Failure == Never {
    relay.core.subscribe(subscriber)
  }
}

extension ReadOnlyEvents {
  /// Calls `receiveValue` with every value, the remembered ones first, until it is cancelled (R6).
  ///
  /// - Parameter receiveValue: Runs on the thread that accepts; for remembered values on this one.
  /// - Returns: The subscription, which ends when this is dropped.
  @inlinable
  public func subscribe(
    _ receiveValue: @escaping @Sendable (Output) -> Void
  ) -> AnyCancellable {
    core.subscribe(receiveValue)
  }

  /// Calls `receiveValue` with every value, the remembered ones first, until it is cancelled (R6).
  ///
  /// - Parameter receiveValue: Runs on the thread that accepts; for remembered values on this one.
  /// - Returns: The subscription, which ends when this is dropped.
  @inlinable
  public func sink(
    receiveValue: @escaping @Sendable (Output) -> Void
  ) -> AnyCancellable {
    core.subscribe(receiveValue)
  }

  /// Calls `receiveValue` with every value, and `receiveCompletion` when the relay goes away (R9).
  ///
  /// - Parameters:
  ///   - receiveCompletion: Runs once, on the thread that releases the relay.
  ///   - receiveValue: Runs on the thread that accepts; for remembered values on this one.
  /// - Returns: The subscription, which ends when this is dropped.
  @inlinable
  public func sink(
    receiveCompletion: @escaping @Sendable (Subscribers.Completion<Never>) -> Void,
    receiveValue: @escaping @Sendable (Output) -> Void
  ) -> AnyCancellable {
    core.subscribe(receiveValue, finish: { receiveCompletion(.finished) })
  }

  /// Attaches a subscriber, which is served on the threads that accept and that request (R7).
  @inlinable
  public func receive<S: Subscriber>(
    subscriber: S
  ) where S.Input == Output, S.Failure == Never {
    core.subscribe(subscriber)
  }
}
