import IssueReporting
public import Synchronization

/// Where a relay was made.
@usableFromInline
struct Origin: Sendable {
  @usableFromInline let fileID: StaticString
  @usableFromInline let filePath: StaticString
  @usableFromInline let line: UInt
  @usableFromInline let column: UInt

  @inlinable
  init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  var description: String { "\(fileID):\(line)" }
}

/// Counts the accepts in a row that a deliverer made itself (R11).
@usableFromInline
struct Chain: Sendable {
  static var bound: Int { 10_000 }
  /// Before the bound, this many links are watched to learn which relays take part.
  static var watched: Int { 64 }

  /// The thread that delivers from the queue, else 0.
  @usableFromInline var owner: UInt = 0
  private var length = 0

  @usableFromInline
  init() {}

  var isOwnedByThisThread: Bool { owner == ThreadIdentity.current }

  /// Notes the next entry of the queue.
  ///
  /// True: the bound is reached now.
  mutating func advance(isReentrant: Bool, watch: ChainWatch) -> Bool {
    owner = ThreadIdentity.current
    guard isReentrant else {
      stop(watch)
      return false
    }
    length += 1
    if length == Self.bound - Self.watched { watch.begin(owner) }
    return length == Self.bound
  }

  mutating func end(watch: ChainWatch) {
    stop(watch)
    owner = 0
  }

  private mutating func stop(_ watch: ChainWatch) {
    if length >= Self.bound - Self.watched { _ = watch.end(owner) }
    length = 0
  }
}

/// Learns which relays accept on one thread, for the report of a chain without end.
@usableFromInline
final class ChainWatch: Sendable {
  @usableFromInline static let shared = ChainWatch()
  /// The watched thread, else 0.
  @usableFromInline let thread = Atomic<UInt>(0)
  private let places = Lock<Set<String>>([])

  /// Starts to watch, unless another thread is watched.
  func begin(_ thread: UInt) {
    _ = self.thread.compareExchange(expected: 0, desired: thread, ordering: .relaxed)
  }

  @usableFromInline
  func note(_ origin: Origin) {
    guard thread.load(ordering: .relaxed) == ThreadIdentity.current else { return }
    places.withLock { _ = $0.insert(origin.description) }
  }

  /// Stops watching; returns the relays that were seen.
  func end(_ thread: UInt) -> Set<String> {
    guard self.thread.load(ordering: .relaxed) == thread else { return [] }
    let seen = places.withLock { places in
      defer { places = [] }
      return places
    }
    self.thread.store(0, ordering: .relaxed)
    return seen
  }

  func report(_ thread: UInt, from origin: Origin) {
    let places = end(thread).union([origin.description]).sorted().joined(separator: ", ")
    reportIssue(
      """
      Relays feed each other without end: \(Chain.bound) accepts in a row came from inside \
      deliveries on one thread. The relays in this chain were made at \(places).

      A subscriber probably accepts a value that leads back to itself. The chain goes on.

      Break it by accepting only values that differ, or connect the two with 'bindTwoWay(to:)', \
      which does not echo.
      """,
      fileID: origin.fileID,
      filePath: origin.filePath,
      line: origin.line,
      column: origin.column
    )
  }
}
