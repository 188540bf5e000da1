public import CombineShim

/// A publisher of a relay's values: a relay of this library or a read-only view of one.
///
/// New subscribers first receive the values that the relay retains: a ``BehaviorRelay`` replays its
/// current value, a ``ReplayRelay`` its last values, and a ``PublishRelay`` nothing. A function
/// that takes `some RelayPublisher<Int>` accepts relays and their views:
///
/// ```swift
/// func log(_ counts: some RelayPublisher<Int>) -> AnyCancellable {
///   counts.sink { print($0) }
/// }
/// ```
///
/// Only types of this library conform, and only this library uses ``source``. See
/// <doc:RelayContract>.
public protocol RelayPublisher<Output>: Publisher, Sendable where Failure == Never {
  /// The source of the values, which the methods of this protocol subscribe to.
  var source: RelaySource<Output> { get }
}

// These `sink` methods shadow OpenCombine's, whose subscriber takes a lock for every value.

extension RelayPublisher {
  /// Subscribes a closure to the retained values, oldest first, and to every later value.
  ///
  /// - Parameter receiveValue: The closure that receives each value, on the thread that accepts it;
  ///   retained values, such as the current one, arrive on the calling thread.
  /// - Returns: The subscription, which is cancelled when it is released.
  @inlinable
  public func sink(
    receiveValue: @escaping @Sendable (Output) -> Void
  ) -> AnyCancellable {
    source.subscribe(receiveValue)
  }

  /// Subscribes closures to the retained values and all later ones, and to the completion.
  ///
  /// - Parameters:
  ///   - receiveCompletion: The closure that runs once when the relay is released, normally on the
  ///     thread that releases it.
  ///   - receiveValue: The closure that receives each value, on the thread that accepts it;
  ///     retained values, such as the current one, arrive on the calling thread.
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

extension BehaviorRelay: RelayPublisher {
  /// The source of the values for the methods of ``RelayPublisher``.
  @inlinable public var source: RelaySource<Output> { RelaySource(core) }
}

extension PublishRelay: RelayPublisher {
  /// The source of the values for the methods of ``RelayPublisher``.
  @inlinable public var source: RelaySource<Output> { RelaySource(core) }
}

extension ReplayRelay: RelayPublisher {
  /// The source of the values for the methods of ``RelayPublisher``.
  @inlinable public var source: RelaySource<Output> { RelaySource(core) }
}
