public import Synchronization

/// The attribution of accepts inside deliveries to the accept that led to them.
///
/// Accepts of other threads are not part of a chain, and do not interrupt one. See
/// <doc:RelayContract#R11-Endless-chains>.
@usableFromInline
struct ChainTracker {
  /// The thread that delivers from the queue; 0 if none does.
  private var owner: UInt = 0
  /// The counter of the entry in delivery; `nil` until an accept follows from it.
  private var counter: ChainCounter?
  /// The counter of the accepts that followed from the pass before the queue.
  private var first: ChainCounter?

  @usableFromInline
  init() {}

  /// Returns the cause of an entry that the current thread enqueues.
  mutating func cause() -> EntryCause {
    // The first pass does not record its thread; it is known when the entry is removed.
    if owner == 0 { return .undecided(ThreadIdentity.current) }
    guard owner == ThreadIdentity.current else { return .root }
    let counter = counter ?? ChainCounter()
    self.counter = counter
    return .follows(counter)
  }

  /// Starts the delivery of the next entry of the queue.
  ///
  /// Returns true if the chain reaches the bound with this entry.
  mutating func follow(_ cause: EntryCause) -> Bool {
    owner = ThreadIdentity.current
    switch cause {
    case .root: counter = nil
    case .undecided(let thread) where thread != owner: counter = nil
    case .undecided:
      first = first ?? ChainCounter()
      counter = first
    case .follows(let existing): counter = existing
    }
    return counter?.count() ?? false
  }

  /// Starts a delivery outside the queue, whose accepts follow from no entry.
  mutating func startOutsideQueue() {
    owner = ThreadIdentity.current
    counter = nil
  }

  mutating func end() { self = ChainTracker() }

  /// Ends the delivery on this thread, and leaves the rest of the queue to another thread.
  mutating func park() {
    end()
    owner = .max
  }
}

/// The cause of an entry in the queue.
@usableFromInline
enum EntryCause {
  /// A thread other than the delivering one accepted it, or the entry is the completion.
  case root
  /// The given thread accepted it, which may be the delivering one.
  case undecided(UInt)
  /// The delivering thread accepted it, because of an earlier accept.
  case follows(ChainCounter)
}

/// The number of accepts that have followed from one accept.
// NB: Guarded by the relay's lock; it is released there or with the last entry that holds it.
@usableFromInline
final class ChainCounter {
  static var bound: Int { 10_000 }
  /// The number of links before the bound that are watched to collect the relays of the chain.
  static var watched: Int { 64 }

  @exclusivity(unchecked) private var length = 0
  @exclusivity(unchecked) private var thread: UInt = 0

  // Nothing holds the counter any more, so no other accept follows: the chain ended below the bound, and
  // the recorder need not watch its thread.
  deinit { if thread != 0 { _ = ChainRecorder.shared.end(thread) } }

  /// Counts an accept, and returns true if the chain reaches the bound with it.
  func count() -> Bool {
    length += 1
    if length == Self.bound - Self.watched {
      thread = ThreadIdentity.current
      ChainRecorder.shared.start(thread)
    }
    if length == Self.bound { thread = 0 }
    return length == Self.bound
  }
}

/// A recorder of the relays that accept on one thread, for the report of an endless chain.
@usableFromInline
final class ChainRecorder: Sendable {
  @usableFromInline static let shared = ChainRecorder()
  /// The watched thread; 0 for none.
  @usableFromInline let thread = Atomic<UInt>(0)
  /// In alphabetical order, each once.
  private let locations = Lock<[String]>([])

  /// Starts to watch a thread, unless another thread is watched.
  func start(_ thread: UInt) {
    _ = self.thread.compareExchange(expected: 0, desired: thread, ordering: .relaxed)
  }

  @usableFromInline
  func record(_ relay: RelayCore) {
    guard thread.load(ordering: .relaxed) == ThreadIdentity.current else { return }
    let origin = relay.origin
    locations.withLock { $0.insertInOrder(origin) }
  }

  /// Stops watching, and returns the locations of the recorded relays.
  func end(_ thread: UInt) -> [String] {
    guard self.thread.load(ordering: .relaxed) == thread else { return [] }
    let seen = locations.withLock { locations in
      defer { locations = [] }
      return locations
    }
    self.thread.store(0, ordering: .relaxed)
    return seen
  }

  @usableFromInline
  func report(_ thread: UInt, from relay: RelayCore) {
    var origins = end(thread)
    origins.insertInOrder(relay.origin)
    let verb = origins.contains { $0.hasPrefix("states of ") } ? "are" : "were created at"
    relay.creationSite.report(
      """
      Endless chain of relays: \(ChainCounter.bound) accepts in a row were made inside deliveries on \
      one thread. The relays in this chain \(verb) \(origins.joined(separator: ", ")).

      A subscriber probably accepts a value whose delivery calls the same subscriber again. The \
      chain continues to run.

      To break the chain, accept only values that differ from the current value, or connect two \
      relays with 'bindTwoWay(to:)', which does not echo.
      """
    )
  }
}

extension [String] {
  // NB: `Set` and `sorted` would be a twentieth of the code of this module.
  fileprivate mutating func insertInOrder(_ text: String) {
    let index = firstIndex { $0 >= text } ?? endIndex
    if index == endIndex || self[index] != text { insert(text, at: index) }
  }
}
