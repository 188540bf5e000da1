public import CombineShim

// These `sink` methods shadow OpenCombine's, whose subscriber takes a lock for every value.

extension BehaviorRelay {
  /// Subscribes a closure to the current value and to every later value.
  ///
  /// - Parameter receiveValue: The closure that receives each value, on the thread that accepts it;
  ///   the current value arrives on the calling thread.
  /// - Returns: The subscription, which is cancelled when it is released.
  @inlinable
  public func subscribe(
    _ receiveValue: @escaping @Sendable (Output) -> Void
  ) -> AnyCancellable {
    core.subscribe(receiveValue)
  }

  /// Subscribes a closure to the current value and to every later value.
  ///
  /// - Parameter receiveValue: The closure that receives each value, on the thread that accepts it;
  ///   the current value arrives on the calling thread.
  /// - Returns: The subscription, which is cancelled when it is released.
  @inlinable
  public func sink(
    receiveValue: @escaping @Sendable (Output) -> Void
  ) -> AnyCancellable {
    core.subscribe(receiveValue)
  }

  /// Subscribes closures to the current value and all later ones, and to the completion.
  ///
  /// - Parameters:
  ///   - receiveCompletion: The closure that runs once when the relay is released, normally on the
  ///     thread that releases it.
  ///   - receiveValue: The closure that receives each value, on the thread that accepts it;
  ///     the current value arrives on the calling thread.
  /// - Returns: The subscription, which is cancelled when it is released.
  @inlinable
  public func sink(
    receiveCompletion: @escaping @Sendable (Subscribers.Completion<Never>) -> Void,
    receiveValue: @escaping @Sendable (Output) -> Void
  ) -> AnyCancellable {
    core.subscribe(receiveValue, finish: { receiveCompletion(.finished) })
  }

  /// Attaches a subscriber, which receives values on the threads that accept and that request.
  ///
  /// See <doc:RelayContract#R7-Demand>.
  @inlinable
  public func receive<S: Subscriber>(
    subscriber: S
  ) where S.Input == Output, S.Failure == Never {
    core.subscribe(subscriber)
  }
}

extension PublishRelay {
  /// Subscribes a closure to every value accepted from now on.
  ///
  /// - Parameter receiveValue: The closure that receives each value, on the thread that accepts it.
  /// - Returns: The subscription, which is cancelled when it is released.
  @inlinable
  public func subscribe(
    _ receiveValue: @escaping @Sendable (Output) -> Void
  ) -> AnyCancellable {
    core.subscribe(receiveValue)
  }

  /// Subscribes a closure to every value accepted from now on.
  ///
  /// - Parameter receiveValue: The closure that receives each value, on the thread that accepts it.
  /// - Returns: The subscription, which is cancelled when it is released.
  @inlinable
  public func sink(
    receiveValue: @escaping @Sendable (Output) -> Void
  ) -> AnyCancellable {
    core.subscribe(receiveValue)
  }

  /// Subscribes closures to every value accepted from now on, and to the completion.
  ///
  /// - Parameters:
  ///   - receiveCompletion: The closure that runs once when the relay is released, normally on the
  ///     thread that releases it.
  ///   - receiveValue: The closure that receives each value, on the thread that accepts it.
  /// - Returns: The subscription, which is cancelled when it is released.
  @inlinable
  public func sink(
    receiveCompletion: @escaping @Sendable (Subscribers.Completion<Never>) -> Void,
    receiveValue: @escaping @Sendable (Output) -> Void
  ) -> AnyCancellable {
    core.subscribe(receiveValue, finish: { receiveCompletion(.finished) })
  }

  /// Attaches a subscriber, which receives values on the threads that accept and that request.
  ///
  /// See <doc:RelayContract#R7-Demand>.
  @inlinable
  public func receive<S: Subscriber>(
    subscriber: S
  ) where S.Input == Output, S.Failure == Never {
    core.subscribe(subscriber)
  }
}

extension ReplayRelay {
  /// Subscribes a closure to the retained values, oldest first, and to every later value.
  ///
  /// - Parameter receiveValue: The closure that receives each value, on the thread that accepts it;
  ///   retained values arrive on the calling thread.
  /// - Returns: The subscription, which is cancelled when it is released.
  @inlinable
  public func subscribe(
    _ receiveValue: @escaping @Sendable (Output) -> Void
  ) -> AnyCancellable {
    core.subscribe(receiveValue)
  }

  /// Subscribes a closure to the retained values, oldest first, and to every later value.
  ///
  /// - Parameter receiveValue: The closure that receives each value, on the thread that accepts it;
  ///   retained values arrive on the calling thread.
  /// - Returns: The subscription, which is cancelled when it is released.
  @inlinable
  public func sink(
    receiveValue: @escaping @Sendable (Output) -> Void
  ) -> AnyCancellable {
    core.subscribe(receiveValue)
  }

  /// Subscribes closures to the retained values and all later ones, and to the completion.
  ///
  /// - Parameters:
  ///   - receiveCompletion: The closure that runs once when the relay is released, normally on the
  ///     thread that releases it.
  ///   - receiveValue: The closure that receives each value, on the thread that accepts it;
  ///     retained values arrive on the calling thread.
  /// - Returns: The subscription, which is cancelled when it is released.
  @inlinable
  public func sink(
    receiveCompletion: @escaping @Sendable (Subscribers.Completion<Never>) -> Void,
    receiveValue: @escaping @Sendable (Output) -> Void
  ) -> AnyCancellable {
    core.subscribe(receiveValue, finish: { receiveCompletion(.finished) })
  }

  /// Attaches a subscriber, which receives values on the threads that accept and that request.
  ///
  /// See <doc:RelayContract#R7-Demand>.
  @inlinable
  public func receive<S: Subscriber>(
    subscriber: S
  ) where S.Input == Output, S.Failure == Never {
    core.subscribe(subscriber)
  }
}

extension ReadOnlyRelay {
  /// Subscribes a closure to the current value and to every later value.
  ///
  /// - Parameter receiveValue: The closure that receives each value, on the thread that accepts it;
  ///   the current value arrives on the calling thread.
  /// - Returns: The subscription, which is cancelled when it is released.
  @inlinable
  public func subscribe(
    _ receiveValue: @escaping @Sendable (Output) -> Void
  ) -> AnyCancellable {
    source.subscribe(receiveValue)
  }

  /// Subscribes a closure to the current value and to every later value.
  ///
  /// - Parameter receiveValue: The closure that receives each value, on the thread that accepts it;
  ///   the current value arrives on the calling thread.
  /// - Returns: The subscription, which is cancelled when it is released.
  @inlinable
  public func sink(
    receiveValue: @escaping @Sendable (Output) -> Void
  ) -> AnyCancellable {
    source.subscribe(receiveValue)
  }

  /// Subscribes closures to the current value and all later ones, and to the completion.
  ///
  /// - Parameters:
  ///   - receiveCompletion: The closure that runs once when the relay is released, normally on the
  ///     thread that releases it.
  ///   - receiveValue: The closure that receives each value, on the thread that accepts it;
  ///     the current value arrives on the calling thread.
  /// - Returns: The subscription, which is cancelled when it is released.
  @inlinable
  public func sink(
    receiveCompletion: @escaping @Sendable (Subscribers.Completion<Never>) -> Void,
    receiveValue: @escaping @Sendable (Output) -> Void
  ) -> AnyCancellable {
    source.subscribe(receiveValue, finish: { receiveCompletion(.finished) })
  }

  /// Attaches a subscriber, which receives values on the threads that accept and that request.
  ///
  /// See <doc:RelayContract#R7-Demand>.
  @inlinable
  public func receive<S: Subscriber>(
    subscriber: S
  ) where S.Input == Output, S.Failure == Never {
    source.subscribe(subscriber)
  }
}

extension ReadOnlyEvents {
  /// Subscribes a closure to the retained values, if any, and to every later value.
  ///
  /// - Parameter receiveValue: The closure that receives each value, on the thread that accepts it;
  ///   retained values arrive on the calling thread.
  /// - Returns: The subscription, which is cancelled when it is released.
  @inlinable
  public func subscribe(
    _ receiveValue: @escaping @Sendable (Output) -> Void
  ) -> AnyCancellable {
    core.subscribe(receiveValue)
  }

  /// Subscribes a closure to the retained values, if any, and to every later value.
  ///
  /// - Parameter receiveValue: The closure that receives each value, on the thread that accepts it;
  ///   retained values arrive on the calling thread.
  /// - Returns: The subscription, which is cancelled when it is released.
  @inlinable
  public func sink(
    receiveValue: @escaping @Sendable (Output) -> Void
  ) -> AnyCancellable {
    core.subscribe(receiveValue)
  }

  /// Subscribes closures to the retained values and all later ones, and to the completion.
  ///
  /// - Parameters:
  ///   - receiveCompletion: The closure that runs once when the relay is released, normally on the
  ///     thread that releases it.
  ///   - receiveValue: The closure that receives each value, on the thread that accepts it;
  ///     retained values arrive on the calling thread.
  /// - Returns: The subscription, which is cancelled when it is released.
  @inlinable
  public func sink(
    receiveCompletion: @escaping @Sendable (Subscribers.Completion<Never>) -> Void,
    receiveValue: @escaping @Sendable (Output) -> Void
  ) -> AnyCancellable {
    core.subscribe(receiveValue, finish: { receiveCompletion(.finished) })
  }

  /// Attaches a subscriber, which receives values on the threads that accept and that request.
  ///
  /// See <doc:RelayContract#R7-Demand>.
  @inlinable
  public func receive<S: Subscriber>(
    subscriber: S
  ) where S.Input == Output, S.Failure == Never {
    core.subscribe(subscriber)
  }
}
