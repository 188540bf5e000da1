public import CombineShim
public import Synchronization

/// The half of a relay that handles values: remembering them and giving them their place in order.
// SAFETY: every `var` is guarded by the lock of `roster`, hence `unchecked`.
@usableFromInline
final class ValueRelayCore<Value>: RelayCore, @unchecked Sendable {
  /// How many values are remembered: 0 publishes, 1 has a value, more replay.
  @usableFromInline let depth: Int
  @exclusivity(unchecked) @usableFromInline var latest: Value?
  @exclusivity(unchecked) @usableFromInline var older = FIFO<Value>()
  @exclusivity(unchecked) @usableFromInline var queue = FIFO<QueueEntry<Value>>()
  /// Targets whose backlog outran the thread that served them; the deliverer continues with them.
  @exclusivity(unchecked) @usableFromInline var handedOver = FIFO<ValueTarget<Value>>()

  @inlinable
  init(depth: Int, latest: Value?, origin: Origin) {
    self.depth = depth
    self.latest = latest
    super.init(origin: origin)
    roster.withLock { roster in
      if latest != nil {
        roster.kept = 1
        roster.version = 1
      }
      roster.isEventful = mustShift(roster)
    }
  }

  @inlinable
  override func request(_ demand: Subscribers.Demand, for subscription: RelaySubscription) {
    serve(demand, subscription)
  }

  @usableFromInline
  override func takeOver(turns limit: Int) {
    let isMine = roster.withLock { _ in
      guard phase.load(ordering: .relaxed) == Phase.parked else { return false }
      phase.store(Phase.awaited, ordering: .relaxed)
      return true
    }
    if isMine { drain(turns: limit) }
  }

  @usableFromInline
  override func withdraw(_ target: RelayTarget) { handedOver.removeFirst { $0 === target } }
}

/// What waits for the deliverer.
@usableFromInline
struct QueueEntry<Value> {
  /// `nil` is the end of the relay.
  @usableFromInline let value: Value?
  @usableFromInline let version: UInt
  @usableFromInline let link: ChainLink

  @inlinable
  init(_ value: Value?, _ version: UInt, _ link: ChainLink) {
    self.value = value
    self.version = version
    self.link = link
  }
}

// MARK: accepting

extension ValueRelayCore {
  @inlinable
  func accept(_ value: Value) {
    var old: Value?
    let locked = roster.acquire()
    let round = place(value, in: &locked.pointee, replacing: &old)
    roster.release()
    release(old)
    deliver(value, in: round)
  }

  /// Accepts if nothing was accepted since `version` was read.
  ///
  /// False: something was.
  @inlinable
  func accept(_ value: Value, ifVersionIs version: UInt) -> Bool {
    var old: Value?
    var round: Round?
    let isCurrent = roster.withLock { roster in
      guard roster.version == version else { return false }
      round = place(value, in: &roster, replacing: &old)
      return true
    }
    release(old)
    if isCurrent { deliver(value, in: round) }
    return isCurrent
  }

  /// Runs `decide` under the lock and accepts what it returns first at that place in the order.
  ///
  /// `prepare` is called outside the lock, before this thread delivers.
  @inlinable
  func transition<R>(
    _ decide: () -> (Value?, R),
    beforeDelivery prepare: (R) -> Void = { _ in }
  )
    -> R
  {
    var old: Value?
    var round: Round?
    let (value, result) = roster.withLock { roster in
      let decision = decide()
      if let value = decision.0 { round = place(value, in: &roster, replacing: &old) }
      return decision
    }
    release(old)
    prepare(result)
    if let value { deliver(value, in: round) }
    return result
  }

  /// The end of an old value's life, which may run a `deinit` of the caller's: outside the lock.
  @inlinable @inline(__always)
  func release(_ old: consuming Value?) { _ = consume old }
}

// MARK: under the lock

extension ValueRelayCore {
  /// Gives a value its place in the order.
  ///
  /// Returns the round to deliver, `nil` if it was queued.
  @inlinable @inline(__always)
  func place(_ value: Value, in roster: inout Roster, replacing old: inout Value?) -> Round? {
    roster.version &+= 1
    if depth > 0 {
      old = value
      swap(&old, &latest)
    }
    if roster.isEventful { old = attend(old, in: &roster) }
    if detain() {
      enqueue(value, in: &roster)
      return nil
    }
    return begin(&roster)
  }

  /// Makes this thread the deliverer.
  @inlinable @inline(__always)
  func begin(_ roster: inout Roster) -> Round {
    phase.store(Phase.delivering, ordering: .relaxed)
    roster.inFlight = roster.count
    return Round(roster, version: roster.version)
  }

  /// Does what an accept seldom has to do; returns what is forgotten for it.
  @inlinable @inline(never)
  func attend(_ previous: Value?, in roster: inout Roster) -> Value? {
    roster.noteAccept()
    guard mustShift(roster) else { return previous }
    let forgotten = shift(previous, in: &roster)
    roster.isEventful = mustShift(roster) || !roster.updates.isEmpty
    return forgotten
  }

  /// True if an accept does not only replace the latest value.
  @inlinable
  func mustShift(_ roster: borrowing Roster) -> Bool {
    depth > 1 || (depth == 1 && roster.kept == 0)
  }

  /// Remembers what was the latest value.
  ///
  /// Returns what is forgotten for it.
  @inlinable
  func shift(_ previous: Value?, in roster: inout Roster) -> Value? {
    guard let previous else {
      roster.kept = 1
      return nil
    }
    older.append(previous)
    if older.count == depth { return older.popFirst() }
    roster.kept += 1
    return nil
  }

  @usableFromInline
  func enqueue(_ value: Value?, in roster: inout Roster) {
    queue.append(QueueEntry(value, roster.version, value == nil ? .root : roster.chain.link()))
  }

  /// The value that is remembered at this distance from the oldest.
  @inlinable
  func remembered(_ offset: UInt) -> Value {
    // SAFETY: callers stay below `kept`, and `latest` is the last of those that are kept.
    offset == older.count ? latest.unsafelyUnwrapped : older[Int(offset)]
  }
}

// MARK: the end

extension ValueRelayCore {
  /// Ends the relay for its subscribers, once, after everything that is queued (R9).
  @usableFromInline
  func finish() {
    let round: Round? = roster.withLock { roster in
      guard !roster.isEnding else { return nil }
      roster.isEnding = true
      if detain() {
        enqueue(nil, in: &roster)
        return nil
      }
      return begin(&roster)
    }
    guard let round else { return deliverParked() }
    deliverFinish(round)
    drain()
  }
}
