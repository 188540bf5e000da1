public import CombineShim
public import Synchronization

/// The part of a relay that retains values and gives them their position in the order.
// SAFETY: every `var` is guarded by the lock of `roster`, hence `unchecked`.
@usableFromInline
package final class ValueRelayCore<Value>: RelayCore, @unchecked Sendable {
  /// The largest number of retained values: 0 for a publish relay, 1 for a behavior relay.
  @usableFromInline let depth: Int
  @exclusivity(unchecked) @usableFromInline var latest: Value?
  @exclusivity(unchecked) @usableFromInline var older = LazyFIFO<Value>()
  @exclusivity(unchecked) @usableFromInline var queue = LazyFIFO<QueueEntry<Value>>()
  /// The targets that their server has left to the delivering thread, with their backlogs.
  @exclusivity(unchecked) @usableFromInline var handedOver = LazyFIFO<ValueTarget<Value>>()

  @inlinable
  package init(depth: Int, latest: Value?, origin: Origin) {
    self.depth = depth
    self.latest = latest
    super.init(origin: origin)
    withRoster { roster in
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
    let isMine = withRoster { _ in
      guard phase.load(ordering: .relaxed) == Phase.parked else { return false }
      phase.store(Phase.awaited, ordering: .relaxed)
      return true
    }
    if isMine { drain(turns: limit) }
  }

  @usableFromInline
  override func withdraw(_ target: RelayTarget) { handedOver.removeFirst { $0 === target } }
}

/// A value or completion that waits for the delivering thread.
@usableFromInline
struct QueueEntry<Value> {
  /// The value; `nil` for the completion of the relay.
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
    lock.acquire()
    let round = place(value, in: &roster, replacing: &old)
    lock.release()
    release(old)
    deliver(value, in: round)
  }

  /// Accepts a value by compare-and-swap.
  ///
  /// Returns false if another value was accepted since `version` was read.
  @inlinable
  func accept(_ value: Value, ifVersionIs version: UInt) -> Bool {
    var old: Value?
    var round: Round?
    let isCurrent = withRoster { roster in
      guard roster.version == version else { return false }
      round = place(value, in: &roster, replacing: &old)
      return true
    }
    release(old)
    if isCurrent { deliver(value, in: round) }
    return isCurrent
  }

  /// Runs a closure under the lock.
  @inlinable @inline(__always)
  package func locked<R>(_ body: () -> R) -> R {
    lock.acquire()
    defer { lock.release() }
    return body()
  }

  /// Runs `decide` under the lock, and accepts the value that it returns, if any.
  ///
  /// `prepare` runs outside the lock in both cases, before this thread delivers.
  @inlinable @inline(__always)
  package func transition(_ decide: () -> Value?, beforeDelivery prepare: () -> Void = {}) {
    lock.acquire()
    guard let value = decide() else {
      lock.release()
      return prepare()
    }
    var old: Value?
    let round = place(value, in: &roster, replacing: &old)
    lock.release()
    release(old)
    prepare()
    deliver(value, in: round)
  }

  /// Releases an old value outside the lock, because this may run a `deinit` of the caller.
  @inlinable @inline(__always)
  func release(_ old: consuming Value?) { _ = consume old }
}

// MARK: under the lock

extension ValueRelayCore {
  /// Gives a value its position in the order.
  ///
  /// Returns the round to deliver, `nil` if the value was queued.
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

  /// Makes this thread the delivering one.
  @inlinable @inline(__always)
  func begin(_ roster: inout Roster) -> Round {
    phase.store(Phase.delivering, ordering: .relaxed)
    roster.inFlight = roster.count
    return Round(roster, version: roster.version)
  }

  /// Performs the rare work of an accept, and returns the value that is no longer retained.
  @inlinable @inline(never)
  func attend(_ previous: Value?, in roster: inout Roster) -> Value? {
    roster.noteAccept()
    guard mustShift(roster) else { return previous }
    let forgotten = shift(previous, in: &roster)
    roster.isEventful = mustShift(roster) || !roster.updates.isEmpty
    return forgotten
  }

  /// Returns true if an accept does more than replace the latest value.
  @inlinable
  func mustShift(_ roster: borrowing Roster) -> Bool {
    depth > 1 || (depth == 1 && roster.kept == 0)
  }

  /// Retains the previous latest value.
  ///
  /// Returns the value that is no longer retained.
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

  /// Returns the retained value at this distance from the oldest.
  @inlinable
  func remembered(_ offset: UInt) -> Value {
    // SAFETY: callers stay below `kept`, and `latest` is the last retained value.
    offset == older.count ? latest.unsafelyUnwrapped : older[Int(offset)]
  }
}

// MARK: the end

extension ValueRelayCore {
  /// Finishes the relay for its subscribers, once, after all queued values (<doc:RelayContract#R9-Completion>).
  @usableFromInline
  package func finish() {
    let round: Round? = withRoster { roster in
      guard !roster.isEnding else { return nil }
      roster.isEnding = true
      if detain() {
        enqueueEnd(in: &roster)
        return nil
      }
      return begin(&roster)
    }
    guard let round else { return deliverParked() }
    deliverFinish(round)
    leaveOrDrain()
  }

  // NB: Not inlined, so that only this rare case looks up the type of an optional value.
  @inline(never)
  private func enqueueEnd(in roster: inout Roster) { enqueue(nil, in: &roster) }
}
