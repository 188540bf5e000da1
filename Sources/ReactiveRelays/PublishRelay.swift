/// A relay without memory: its subscribers receive the values accepted after they subscribe.
///
/// Use it for events that must not be replayed, such as taps and pull-to-refresh:
///
/// ```swift
/// let refresh = PublishRelay<Void>()
/// let subscription = refresh.sink { print("refreshing") }
/// refresh.accept(())
/// ```
///
/// ```
/// relay       --1--2--3--
/// subscribes        ^
/// receives          --3--
/// ```
///
/// A subscriber misses the values accepted while it has no demand; ``RelaySubscription/dropped``
/// counts them. See <doc:RelayContract>.
public final class PublishRelay<Output: Sendable>: Relay {
  @usableFromInline package let core: ValueRelayCore<Output>

  /// Creates a relay, whose source location names it in the report of an endless chain.
  @inlinable
  public init(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let creationSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    core = ValueRelayCore(depth: 0, latest: nil, creationSite: creationSite)
  }

  deinit { core.finish() }

  /// Delivers `value` to the current subscribers, as ``BehaviorRelay/accept(_:)`` does.
  @inlinable
  public func accept(_ value: Output) { core.accept(value) }

  /// Finishes this relay for its subscribers, even while views keep it alive.
  @usableFromInline
  package func finish() { core.finish() }

  /// A view of this relay without `accept`, which keeps the relay alive.
  public var readOnly: ReadOnlyEvents<Output> { ReadOnlyEvents(self, core) }
}

extension PublishRelay: Described {
  package var objectText: ObjectText { ObjectText("PublishRelay", of: Output.self) }
  package var debugDetails: [String?] { source.debugDetails }
  package var mirrorParts: KeyValuePairs<String, Any?> { ["subscribers": subscriberCount] }
}
