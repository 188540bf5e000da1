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

/// Attributes the accepts that a deliverer makes to the accept that led to them (R11).
///
/// Accepts of other threads are no part of a chain, and do not interrupt one either.
@usableFromInline
struct Chain: Sendable {
  /// The thread that delivers from the queue, else 0.
  private var owner: UInt = 0
  /// The tally of the entry that is being delivered, once something follows from it.
  private var tally: ChainTally?
  /// The tally of what followed from the round before the queue.
  private var first: ChainTally?

  @usableFromInline
  init() {}

  /// Notes who enqueues.
  mutating func link() -> ChainLink {
    // The first round does not say which thread delivers it; that is known when the entry is popped.
    if owner == 0 { return .undecided(ThreadIdentity.current) }
    guard owner == ThreadIdentity.current else { return .root }
    let tally = tally ?? ChainTally()
    self.tally = tally
    return .follows(tally)
  }

  /// Notes the next entry of the queue.
  ///
  /// True: the bound is reached now.
  mutating func advance(_ link: ChainLink) -> Bool {
    owner = ThreadIdentity.current
    switch link {
    case .root: tally = nil
    case .undecided(let thread) where thread != owner: tally = nil
    case .undecided:
      first = first ?? ChainTally()
      tally = first
    case .follows(let known): tally = known
    }
    return tally?.advance() ?? false
  }

  /// Notes that what follows from now on follows from none of the entries.
  mutating func advance() {
    owner = ThreadIdentity.current
    tally = nil
  }

  mutating func end() { self = Chain() }

  /// Ends what this thread delivers, and leaves the rest of the queue to another one.
  mutating func park() {
    end()
    owner = .max
  }
}

/// How an entry of the queue came there.
@usableFromInline
enum ChainLink: Sendable {
  /// Another thread than the deliverer accepted it, or the relay ends.
  case root
  /// A thread accepted it, which may be the one that delivered at that time.
  case undecided(UInt)
  /// The deliverer accepted it, because of an earlier accept.
  case follows(ChainTally)
}

/// How many accepts have followed from one.
// SAFETY: guarded by the lock of the relay; it is released there or with the entry that holds it last.
@usableFromInline
final class ChainTally: @unchecked Sendable {
  static var bound: Int { 10_000 }
  /// Before the bound, this many links are watched to learn which relays take part.
  static var watched: Int { 64 }

  @exclusivity(unchecked) private var length = 0
  @exclusivity(unchecked) private var thread: UInt = 0

  // A chain that ended below the bound.
  deinit { if thread != 0 { _ = ChainWatch.shared.end(thread) } }

  /// True: the bound is reached now.
  func advance() -> Bool {
    length += 1
    if length == Self.bound - Self.watched {
      thread = ThreadIdentity.current
      ChainWatch.shared.begin(thread)
    }
    if length == Self.bound { thread = 0 }
    return length == Self.bound
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

  @usableFromInline
  func report(_ thread: UInt, from origin: Origin) {
    let places = end(thread).union([origin.description]).sorted().joined(separator: ", ")
    reportIssue(
      """
      Relays feed each other without end: \(ChainTally.bound) accepts in a row came from inside \
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
