public import CombineShim

/// A publisher of this library, which calls its subscribers on the threads of its source.
///
/// Its `sink` takes `@Sendable` closures. So a closure of a class on the main actor that draws does
/// not compile, and `sinkOnMainActor` is the method to use:
///
/// ```swift
/// subscription = loader.states.steadied().sinkOnMainActor { [weak self] in self?.draw($0) }
/// ```
///
/// The `sink` of an operator of Combine, such as `map`, takes any closure, and calls it on the
/// thread of the source. Only types of this library conform.
public protocol ConcurrentPublisher<Output, Failure>: Publisher {
  /// Subscribes closures to the values and the completion.
  ///
  /// - Parameters:
  ///   - receiveCompletion: The closure that receives the completion, on the thread of the source.
  ///   - receiveValue: The closure that receives each value, on the thread of the source.
  /// - Returns: The subscription, which is cancelled when it is released.
  func sink(
    receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping @Sendable (Output) -> Void
  ) -> AnyCancellable
}

extension ConcurrentPublisher {
  /// Subscribes closures with a subscriber, as a publisher without a shorter way does.
  public func sink(
    receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping @Sendable (Output) -> Void
  ) -> AnyCancellable {
    AnyCancellable(
      unlockedSink(receiveCompletion: receiveCompletion, receiveValue: receiveValue)
    )
  }
}

extension ConcurrentPublisher where Failure == Never {
  /// Subscribes a closure to the values.
  ///
  /// - Parameter receiveValue: The closure that receives each value, on the thread of the source.
  /// - Returns: The subscription, which is cancelled when it is released.
  @inlinable
  public func sink(receiveValue: @escaping @Sendable (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }
}

extension AsyncSequencePublisher: ConcurrentPublisher {}
extension CompactScanPublisher: ConcurrentPublisher {}
extension OwningPublisher: ConcurrentPublisher {}
