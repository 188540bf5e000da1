/// A read-only view of a ``BehaviorRelay``: subscribers can observe it, but cannot accept values.
///
/// A model keeps the relay private and exposes the view:
///
/// ```swift
/// final class Counter {
///   private let relay = BehaviorRelay(0)
///   var count: ReadOnlyRelay<Int> { relay.readOnly }
/// }
/// ```
///
/// A view keeps its relay alive; a subscription does not. The read-only view of a relay without a
/// current value is ``ReadOnlyEvents``. See <doc:RelayContract#R9-Completion>.
public struct ReadOnlyRelay<Output: Sendable>: RelayPublisher {
  /// The relay that the view keeps alive; `nil` if the source finishes without it.
  @usableFromInline let relay: BehaviorRelay<Output>?
  /// The source of the values for the methods of ``RelayPublisher``.
  public let source: RelaySource<Output>

  init(_ relay: BehaviorRelay<Output>) {
    self.relay = relay
    source = RelaySource(relay.core)
  }

  // NB: Inlined, because a call in generic code looks up the type of the values.
  @inlinable @inline(__always)
  package init(_ source: RelaySource<Output>) {
    relay = nil
    self.source = source
  }

  /// The same values, for subscribers of which the relay is not in use.
  package var following: Self { Self(source.following) }

  /// The last value that the relay accepted.
  @inlinable public var value: Output { source.current }
}

/// A read-only view of a ``PublishRelay`` or a ``ReplayRelay``.
///
/// Subscribers receive the values that the relay accepts. A replay relay first replays its retained
/// values. A view keeps its relay alive; a subscription does not. See
/// <doc:RelayContract#R9-Completion>.
public struct ReadOnlyEvents<Output: Sendable>: RelayPublisher {
  private let relay: any AnyObject & Sendable
  /// The source of the values for the methods of ``RelayPublisher``.
  public let source: RelaySource<Output>

  init(_ relay: any AnyObject & Sendable, _ core: ValueRelayCore<Output>) {
    self.relay = relay
    source = RelaySource(core)
  }
}

extension ReadOnlyRelay: Described {
  package var objectText: ObjectText {
    ObjectText("ReadOnlyRelay(\(shortText(value, isQuoted: true)))")
  }
  package var debugDetails: [String?] { source.debugDetails }
  package var mirrorParts: KeyValuePairs<String, Any?> {
    ["value": value, "subscribers": subscriberCount]
  }
}

extension ReadOnlyEvents: Described {
  package var objectText: ObjectText { ObjectText("ReadOnlyEvents", of: Output.self) }
  package var debugDetails: [String?] { source.debugDetails }
  package var mirrorParts: KeyValuePairs<String, Any?> { ["subscribers": subscriberCount] }
}
