public import OpenCombineShim
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
  /// Targets whose backlog outran the thread that served them; the deliverer goes on.
  @exclusivity(unchecked) @usableFromInline var handedOver = FIFO<ValueTarget<Value>>()

  @inlinable
  init(depth: Int, latest: Value?, origin: Origin) {
    self.depth = depth
    self.latest = latest
    super.init(origin: origin)
    guard latest != nil else { return }
    roster.withLock { roster in
      roster.kept = 1
      roster.version = 1
    }
  }

  @inlinable
  override func request(_ demand: Subscribers.Demand, for subscription: RelaySubscription) {
    serve(demand, subscription)
  }
}

/// What waits for the deliverer.
@usableFromInline
struct QueueEntry<Value> {
  /// `nil` is the end of the relay.
  @usableFromInline let value: Value?
  @usableFromInline let version: UInt
  @usableFromInline let isReentrant: Bool

  @inlinable
  init(_ value: Value?, _ version: UInt, isReentrant: Bool) {
    self.value = value
    self.version = version
    self.isReentrant = isReentrant
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
    deliver(value, in: round)
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
      if depth > 1 || roster.kept == 0 { old = shift(old, in: &roster) }
    }
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

  /// Remembers what was the latest value.
  ///
  /// Returns what is forgotten for it.
  @inlinable @inline(never)
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
    let isReentrant = value != nil && roster.chain.isOwnedByThisThread
    queue.append(QueueEntry(value, roster.version, isReentrant: isReentrant))
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
    guard let round else { return }
    deliverFinish(round)
    drain()
  }
}
