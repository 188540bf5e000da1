import IssueReporting
public import Synchronization

/// The source location where a relay was created.
@usableFromInline
package struct Origin: Sendable {
  @usableFromInline let fileID: StaticString
  @usableFromInline let filePath: StaticString
  @usableFromInline let line: UInt
  @usableFromInline let column: UInt

  @inlinable
  package init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  var description: String { "\(fileID):\(line)" }
}

/// The attribution of accepts inside deliveries to the accept that led to them (<doc:RelayContract#R11-Endless-chains>).
///
/// Accepts of other threads are not part of a chain, and do not interrupt one.
@usableFromInline
struct Chain: Sendable {
  /// The thread that delivers from the queue; 0 if none does.
  private var owner: UInt = 0
  /// The tally of the entry in delivery; `nil` until an accept follows from it.
  private var tally: ChainTally?
  /// The tally of the accepts that followed from the round before the queue.
  private var first: ChainTally?

  @usableFromInline
  init() {}

  /// Returns the link of an entry that the current thread enqueues.
  mutating func link() -> ChainLink {
    // The first round does not record its thread; it is known when the entry is removed.
    if owner == 0 { return .undecided(ThreadIdentity.current) }
    guard owner == ThreadIdentity.current else { return .root }
    let tally = tally ?? ChainTally()
    self.tally = tally
    return .follows(tally)
  }

  /// Starts the delivery of the next entry of the queue.
  ///
  /// Returns true if the chain reaches the bound with this entry.
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

  /// Starts a delivery outside the queue, whose accepts follow from no entry.
  mutating func advance() {
    owner = ThreadIdentity.current
    tally = nil
  }

  mutating func end() { self = Chain() }

  /// Ends the delivery on this thread, and leaves the rest of the queue to another thread.
  mutating func park() {
    end()
    owner = .max
  }
}

/// The origin of an entry in the queue.
@usableFromInline
enum ChainLink: Sendable {
  /// A thread other than the delivering one accepted it, or the entry is the completion.
  case root
  /// The given thread accepted it, which may be the delivering one.
  case undecided(UInt)
  /// The delivering thread accepted it, because of an earlier accept.
  case follows(ChainTally)
}

/// The number of accepts that have followed from one accept.
// SAFETY: guarded by the relay's lock; it is released there or with the last entry that holds it.
@usableFromInline
final class ChainTally: @unchecked Sendable {
  static var bound: Int { 10_000 }
  /// The number of links before the bound that are watched to collect the relays of the chain.
  static var watched: Int { 64 }

  @exclusivity(unchecked) private var length = 0
  @exclusivity(unchecked) private var thread: UInt = 0

  // The chain ended below the bound.
  deinit { if thread != 0 { _ = ChainWatch.shared.end(thread) } }

  /// Counts an accept, and returns true if the chain reaches the bound with it.
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

/// A recorder of the relays that accept on one thread, for the report of an endless chain.
@usableFromInline
final class ChainWatch: Sendable {
  @usableFromInline static let shared = ChainWatch()
  /// The watched thread; 0 for none.
  @usableFromInline let thread = Atomic<UInt>(0)
  private let places = Lock<Set<String>>([])

  /// Starts to watch a thread, unless another thread is watched.
  func begin(_ thread: UInt) {
    _ = self.thread.compareExchange(expected: 0, desired: thread, ordering: .relaxed)
  }

  @usableFromInline
  func note(_ origin: Origin) {
    guard thread.load(ordering: .relaxed) == ThreadIdentity.current else { return }
    places.withLock { _ = $0.insert(origin.description) }
  }

  /// Stops watching, and returns the locations of the recorded relays.
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
      Endless chain of relays: \(ChainTally.bound) accepts in a row were made inside deliveries on \
      one thread. The relays in this chain were created at \(places).

      A subscriber probably accepts a value whose delivery calls the same subscriber again. The \
      chain continues to run.

      To break the chain, accept only values that differ from the current value, or connect two \
      relays with 'bindTwoWay(to:)', which does not echo.
      """,
      fileID: origin.fileID,
      filePath: origin.filePath,
      line: origin.line,
      column: origin.column
    )
  }
}
