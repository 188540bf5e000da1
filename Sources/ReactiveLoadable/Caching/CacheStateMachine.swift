/// The pure heart of a ``LoaderCache``: who is interested in what, what is known, and what is kept.
///
/// Keys have an entry for as long as somebody is interested in them, with a loader that the machine
/// knows by an opaque handle only. What is known of a key, with an entry or not, stands in its slot of
/// the memory. Every entry has an id of its own, and what comes with another id changes nothing.
///
/// What has to be released leaves through the results, to be released where no lock is held.
@usableFromInline
struct CacheStateMachine<
  Key: Hashable & Sendable,
  Value: Sendable,
  Failure: Error,
  Handle: Sendable
>: Sendable {
  @usableFromInline typealias ID = UInt
  @usableFromInline typealias State = KeptState<Value, Failure>

  /// What is known of a key.
  @usableFromInline
  struct Known: Sendable {
    @usableFromInline var state: State = .nothing
    @usableFromInline var terms = CacheTerms()
    /// How many loads have failed in a row.
    var failures = 0
    /// Until when an interest does not try a failure again; `nil` for ever.
    var restsUntil: Duration? = .distantPast
    /// The entry of the key, if somebody is interested.
    @usableFromInline var entry: ID?

    init() {}

    init(_ state: State, on terms: CacheTerms) {
      self.state = state.stale(noLaterThan: terms.staleAt)
      self.terms = terms
    }

    /// Whether it is too old to be kept, and not shown.
    @inlinable
    func isExpired(at now: Duration) -> Bool {
      guard let expiry = terms.expiry, entry == nil else { return false }
      return now >= expiry
    }
  }

  struct Entry: Sendable {
    let id: ID
    let key: Key
    let handle: Handle
    var interests = InterestCounts()
    /// The ticket of the load that runs.
    var load: UInt?
    /// Whether what it brings was declared stale while it was on its way.
    var isOutdated = false
    /// The last decision of the loader that was heard of.
    var decision: UInt?
    /// When the value was asked for or written that was heard of last.
    var asOf: UInt?
    /// The ticket of the countdown to its end, if nobody is interested any more.
    var leaving: UInt?
    /// Whether the key was removed meanwhile, so that what comes is not kept.
    var isForgotten = false

    var priority: LoadPriority { interests.highest ?? .veryLow }
  }

  @usableFromInline var memory: CacheMemory<Key, Known>
  @usableFromInline var hits = 0
  var counted = CacheStatistics()
  var entries: [ID: Entry] = [:]
  let hasGrace: Bool
  private var lastID: ID = 0

  init(room: CacheRoom, hasGrace: Bool) {
    memory = CacheMemory(room: room)
    self.hasGrace = hasGrace
  }

  var statistics: CacheStatistics {
    var statistics = counted
    statistics.hits = hits
    (statistics.count, statistics.cost) = (memory.kept.count, memory.kept.cost)
    statistics.wanted = entries.count
    return statistics
  }

  mutating func newID() -> ID {
    lastID += 1
    return lastID
  }
}

// MARK: Reading

extension CacheStateMachine {
  /// What a reader finds.
  @usableFromInline
  enum Reading {
    case value(Value)
    case none
    /// It was there too long and has to be taken out.
    case expired
  }

  /// Looks for a fresh value, which counts as a use and a hit.
  @inlinable
  mutating func read(_ key: Key, at now: Duration) -> Reading {
    guard let index = memory.slots.index(forKey: key) else { return .none }
    // Where it stands: a copy of all that is known would cost more than all the rest.
    let reading = Self.read(&memory.slots.values[index], at: now)
    if case .value = reading { hits += 1 }
    return reading
  }

  @inlinable @inline(__always)
  static func read(_ slot: inout CacheMemory<Key, Known>.Slot, at now: Duration) -> Reading {
    if slot.content.isExpired(at: now) { return .expired }
    guard let value = slot.content.state.freshValue(at: now) else { return .none }
    slot.uses.note()
    return .value(value)
  }

  /// Takes out what is too old; returns it if so.
  mutating func expire(_ key: Key, at now: Duration) -> Known? {
    guard memory.slots[key]?.content.isExpired(at: now) ?? false else { return nil }
    counted.expirations += 1
    return memory.remove(key)
  }
}
