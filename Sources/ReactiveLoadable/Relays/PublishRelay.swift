/// A relay without memory: its subscribers see what is accepted from then on.
///
/// It carries events that make no sense twice, such as taps and pulls to refresh:
///
/// ```swift
/// let refresh = PublishRelay<Void>()
/// let subscription = refresh.sink { print("refreshing") }
/// refresh.accept(())
/// ```
///
/// ```
/// relay   --1--2--3--
/// joins         ^
/// sees          --3--
/// ```
///
/// It keeps <doc:RelayContract>. Values that come while a subscriber has no demand are lost to it,
/// and counted (R7).
public final class PublishRelay<Output: Sendable>: Relay {
  /// Relays never fail.
  public typealias Failure = Never

  @usableFromInline let core: ValueRelayCore<Output>

  /// Creates a relay.
  ///
  /// The source location names this relay when a chain without end is reported (R11).
  @inlinable
  public init(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let origin = Origin(fileID, filePath, line, column)
    core = ValueRelayCore(depth: 0, latest: nil, origin: origin)
  }

  deinit { core.finish() }

  /// Delivers `value` to those who are subscribed now (R1, R2, R3).
  ///
  /// Safe on any thread and inside any subscriber. If no delivery runs, all subscribers with demand
  /// have received it when this returns; else it is queued, and this returns at once.
  @inlinable
  public func accept(_ value: Output) { core.accept(value) }

  /// Ends this relay for its subscribers, though views may keep it alive (R9).
  @usableFromInline
  package func finish() { core.finish() }

  /// A view without `accept`, which keeps this relay alive (R9).
  public var readOnly: ReadOnlyEvents<Output> { ReadOnlyEvents(self, core) }
}
