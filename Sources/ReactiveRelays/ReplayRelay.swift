/// A relay that replays the last accepted values to each new subscriber, oldest first.
///
/// A log window that opens late still displays earlier lines:
///
/// ```swift
/// let lines = ReplayRelay<String>(capacity: 2)
/// for line in ["a", "b", "c"] { lines.accept(line) }
/// let subscription = lines.sink { print($0) }  // b, c
/// ```
///
/// ```
/// relay       --1--2--3---------4--
/// subscribes             ^
/// receives               (23)---4--    (capacity 2)
/// ```
///
/// See <doc:RelayContract>.
public final class ReplayRelay<Output: Sendable>: Relay {
  @usableFromInline let core: ValueRelayCore<Output>

  /// Creates a relay without values, which retains at most `capacity` of them, at least 1.
  @inlinable
  public init(
    capacity: Int,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    precondition(capacity >= 1, "the capacity of a replay relay is at least 1, not \(capacity)")
    let creationSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    core = ValueRelayCore(depth: capacity, latest: nil, creationSite: creationSite)
  }

  deinit { core.finish() }

  /// Retains `value`, drops the oldest value beyond the capacity, and delivers `value` as
  /// ``BehaviorRelay/accept(_:)`` does.
  @inlinable
  public func accept(_ value: Output) { core.accept(value) }

  /// A view of this relay without `accept`, which keeps the relay alive.
  public var readOnly: ReadOnlyEvents<Output> { ReadOnlyEvents(self, core) }
}

extension ReplayRelay: Described {
  package var objectText: ObjectText { ObjectText("ReplayRelay", of: Output.self) }
  package var debugDetails: [String?] { source.debugDetails }
  package var mirrorParts: KeyValuePairs<String, Any?> { ["subscribers": subscriberCount] }
}
