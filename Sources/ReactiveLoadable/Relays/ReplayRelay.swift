/// A relay that gives a new subscriber the last values it accepted, oldest first.
///
/// A log window that opens late still shows the lines before:
///
/// ```swift
/// let lines = ReplayRelay<String>(capacity: 2)
/// for line in ["a", "b", "c"] { lines.accept(line) }
/// let subscription = lines.sink { print($0) }  // b, c
/// ```
///
/// ```
/// relay   --1--2--3---------4--
/// joins              ^
/// sees               (23)---4--    (capacity 2)
/// ```
///
/// It keeps <doc:RelayContract>.
public final class ReplayRelay<Output: Sendable>: Relay {
  /// Relays never fail.
  public typealias Failure = Never

  @usableFromInline let core: ValueRelayCore<Output>

  /// Creates a relay that remembers nothing yet.
  ///
  /// `capacity` is how many values it remembers at most, and must be at least 1. The source location
  /// names this relay when a chain without end is reported (R11).
  @inlinable
  public init(
    capacity: Int,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    precondition(capacity >= 1, "a replay relay remembers at least 1 value, not \(capacity)")
    let origin = Origin(fileID, filePath, line, column)
    core = ValueRelayCore(depth: capacity, latest: nil, origin: origin)
  }

  deinit { core.finish() }

  /// Remembers `value`, forgetting the oldest beyond the capacity, and delivers it (R1, R2, R3).
  ///
  /// Safe on any thread and inside any subscriber. If no delivery runs, all subscribers with demand
  /// have received it when this returns; else it is queued, and this returns at once.
  @inlinable
  public func accept(_ value: Output) { core.accept(value) }

  /// A view without `accept`, which keeps this relay alive (R9).
  public var readOnly: ReadOnlyEvents<Output> { ReadOnlyEvents(self, core) }
}
