public import CombineShim

/// A subject that never fails and that no upstream can complete.
///
/// The three relays retain different values: ``BehaviorRelay`` a current value, ``PublishRelay``
/// none, ``ReplayRelay`` the last values. <doc:RelayContract> has the rules that all of them
/// follow.
public protocol Relay<Output>: Publisher, Sendable where Failure == Never {
  /// Appends a value to the total order of this relay and delivers it.
  ///
  /// Any thread may call this, also inside a subscriber's callback. See
  /// <doc:RelayContract#R3-Serial-delivery>.
  ///
  /// - Parameter value: The value to deliver.
  func accept(_ value: Output)
}
