public import CombineShim

/// A view of a ``BehaviorRelay`` without `accept`, for those who may look but not change.
///
/// A model keeps the relay to itself and shows the view:
///
/// ```swift
/// final class Counter {
///   private let relay = BehaviorRelay(0)
///   var count: ReadOnlyRelay<Int> { relay.readOnly }
/// }
/// ```
///
/// A view keeps its relay alive; a subscription does not. (R9) The views of relays that have no
/// current value are ``ReadOnlyEvents``.
public struct ReadOnlyRelay<Output: Sendable>: Publisher, Sendable {
  /// Relays never fail.
  public typealias Failure = Never

  @usableFromInline let relay: BehaviorRelay<Output>

  init(_ relay: BehaviorRelay<Output>) { self.relay = relay }

  /// The last value that the relay accepted (R2).
  @inlinable public var value: Output { relay.value }
}

/// A view of a ``PublishRelay`` or a ``ReplayRelay`` without `accept`.
///
/// Who looks at it sees events as they come; whether some of the last ones come first is the
/// business of the relay. A view keeps its relay alive; a subscription does not (R9).
public struct ReadOnlyEvents<Output: Sendable>: Publisher, Sendable {
  /// Relays never fail.
  public typealias Failure = Never

  private let relay: any AnyObject & Sendable
  @usableFromInline let core: ValueRelayCore<Output>

  init(_ relay: any AnyObject & Sendable, _ core: ValueRelayCore<Output>) {
    self.relay = relay
    self.core = core
  }
}
