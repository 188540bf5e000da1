@usableFromInline typealias Slots = UnsafeMutablePointer<Unmanaged<RelayTarget>?>

extension Slots {
  /// No slots: a pointer without memory, so that the list needs no optional.
  // SAFETY: nothing reads or writes slots beyond the capacity, which is 0 with these, and only allocated
  // slots are deallocated.
  @inlinable static var none: Slots { Slots(bitPattern: 8).unsafelyUnwrapped }
}

/// The state under a relay's lock, except the values: the subscriber list and the delivery.
///
/// While a delivery walks the first `inFlight` slots, the list only grows at its end. Targets that
/// are removed stay in `detached` until the delivering thread returns to the lock.
@usableFromInline
struct RelayState {
  /// The slots of the list; not allocated before the first subscriber.
  @usableFromInline var slots = Slots.none
  @usableFromInline var capacity = 0
  @usableFromInline var count = 0
  @usableFromInline var emptyCount = 0
  @usableFromInline var inFlight = 0
  /// The number of accepts of the relay.
  @usableFromInline var version: UInt = 0
  /// The number of values that the relay retains now.
  @usableFromInline var retainedCount: UInt = 0
  /// True if an accept must also shift retained values or record a running update.
  @usableFromInline var hasExtraWork = false
  /// The updates whose closures are running now: the thread, and its accepts since the start.
  @usableFromInline var updates = ContiguousArray<(thread: UInt, accepts: UInt)>()
  @usableFromInline var detached = ContiguousArray<Unmanaged<RelayTarget>>()
  @usableFromInline var retired = ContiguousArray<Slots>()
  /// True if the relay has finished and accepts no new subscribers.
  @usableFromInline var isEnding = false
  /// True if all subscribers have received the completion, or survive outside the list.
  @usableFromInline var isClosed = false
  @usableFromInline var chain = ChainTracker()
  /// The number of uses: of subscribers that do not only follow, and of screens.
  @usableFromInline var useCount = 0
  /// The relay of whether this one is in use; `nil` before it is first read.
  @usableFromInline var usage: RelayUsage?

  @inlinable
  init() {}

  /// The number of subscribers; those detached during a delivery still have their slots.
  @inlinable var liveCount: Int { count - emptyCount - detached.count }
}

// MARK: The list

extension RelayState {
  @inlinable
  mutating func append(_ target: RelayTarget) {
    target.index = count
    target.seen = version - retainedCount
    target.hasPending = retainedCount > 0
    slots[count] = .passRetained(target)
    count += 1
  }

  /// Moves the list to more slots; a running delivery may still read the old ones.
  @usableFromInline
  mutating func grow() {
    let old = slots
    capacity = max(8, capacity * 2)
    slots = .allocate(capacity: capacity)
    slots.moveInitialize(from: old, count: count)
    slots.advanced(by: count).initialize(repeating: nil, count: capacity - count)
  }

  /// Ends the use of a target that leaves; called once or more.
  mutating func endUse(of target: RelayTarget) {
    guard target.isUse else { return }
    target.isUse = false
    endUse()
  }

  mutating func clear(_ target: RelayTarget) {
    slots[target.index] = nil
    emptyCount += 1
    while count > inFlight, slots[count - 1] == nil {
      count -= 1
      emptyCount -= 1
    }
  }

  /// True if compacting is worth its cost: it moves at most one slot per emptied slot.
  var isSparse: Bool { count >= 64 && emptyCount * 2 > count }

  mutating func compact() {
    var end = 0
    for index in 0..<count {
      guard let target = slots[index] else { continue }
      slots[index] = nil
      slots[end] = target
      target._withUnsafeGuaranteedRef { $0.index = end }
      end += 1
    }
    count = end
    emptyCount = 0
  }

  /// Removes the targets that were detached during the delivery.
  ///
  /// The caller releases the result outside the lock.
  mutating func removeDetached() -> ContiguousArray<Unmanaged<RelayTarget>> {
    inFlight = 0
    let dead = detached
    detached = []
    for target in dead { target._withUnsafeGuaranteedRef { clear($0) } }
    for slots in retired { slots.deallocate() }
    retired.removeAll()
    if isSparse { compact() }
    return dead
  }

  /// Empties the list; the caller releases the result outside the lock.
  mutating func close() -> ContiguousArray<Unmanaged<RelayTarget>> {
    isClosed = true
    let all = ContiguousArray((0..<count).compactMap { slots[$0] })
    // NB: Not an iteration of the array, which costs a relay without subscribers 30 instructions.
    for index in 0..<count { slots[index]?._withUnsafeGuaranteedRef { endUse(of: $0) } }
    count = 0
    emptyCount = 0
    inFlight = 0
    detached.removeAll()
    return all
  }
}
