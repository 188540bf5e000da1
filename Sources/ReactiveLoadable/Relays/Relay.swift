public import CombineShim

/// A publisher that values are put into by hand, that never fails and that no upstream can end.
///
/// The three relays differ in what they remember: ``BehaviorRelay`` has a value, ``PublishRelay``
/// has no memory, ``ReplayRelay`` remembers the last values. <doc:RelayContract> says what all of
/// them promise.
public protocol Relay<Output>: Publisher, Sendable where Failure == Never {
  /// Puts a value into the total order of this relay and sees to its delivery.
  ///
  /// Safe on any thread and inside any subscriber's callback (R1, R2, R3).
  func accept(_ value: Output)
}
