@usableFromInline typealias Slots = UnsafeMutablePointer<Unmanaged<RelayTarget>?>

/// The state under a relay's lock, except the values: the subscriber list and the delivery.
///
/// While a delivery walks the first `inFlight` slots, the list only grows at its end. Targets that
/// leave it stay in the graveyard until the delivering thread returns to the lock.
// SAFETY: it lives in the relay's lock, and the targets it owns are guarded by the same lock.
@usableFromInline
struct Roster: @unchecked Sendable {
  /// The slots of the list; not allocated before the first subscriber.
  // SAFETY: nothing reads or writes slots beyond `capacity`.
  @usableFromInline var slots = Slots(bitPattern: 8).unsafelyUnwrapped
  @usableFromInline var capacity = 0
  @usableFromInline var count = 0
  @usableFromInline var empty = 0
  @usableFromInline var inFlight = 0
  /// The number of accepts of the relay.
  @usableFromInline var version: UInt = 0
  /// The number of values that the relay retains now.
  @usableFromInline var kept: UInt = 0
  /// True if an accept must also shift retained values or record a running update.
  @usableFromInline var isEventful = false
  /// The updates whose closures are running now.
  @usableFromInline var updates = ContiguousArray<RunningUpdate>()
  @usableFromInline var graveyard = ContiguousArray<Unmanaged<RelayTarget>>()
  @usableFromInline var retired = ContiguousArray<Slots>()
  /// True if the relay has finished and accepts no new subscribers.
  @usableFromInline var isEnding = false
  /// True if all subscribers have received the completion, or survive outside the list.
  @usableFromInline var isClosed = false
  @usableFromInline var chain = Chain()
  /// The callback, outside the lock, when the number of subscribers changes from zero to one.
  @usableFromInline var firstSubscribed: (@Sendable () -> Void)?

  @inlinable
  init() {}

  /// The number of subscribers; those that left during a delivery still have their slots.
  @inlinable var live: Int { count - empty - graveyard.count }

  /// The callback to call after the next subscriber has joined; `nil` if others are subscribed.
  @inlinable var welcome: (@Sendable () -> Void)? { live == 0 ? firstSubscribed : nil }
}

/// The slots that the delivery of one value walks.
@usableFromInline
struct Round {
  @usableFromInline let slots: Slots
  @usableFromInline let count: Int
  @usableFromInline let version: UInt

  @inlinable
  init(_ roster: borrowing Roster, version: UInt) {
    slots = roster.slots
    count = roster.count
    self.version = version
  }
}

// MARK: the list

extension Roster {
  @inlinable
  mutating func append(_ target: RelayTarget) {
    target.index = count
    target.seen = version - kept
    target.isOwed = kept > 0
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

  mutating func clear(_ target: RelayTarget) {
    slots[target.index] = nil
    empty += 1
    while count > inFlight, slots[count - 1] == nil {
      count -= 1
      empty -= 1
    }
  }

  /// True if compacting is worth its cost: it moves at most one slot per emptied slot.
  var isSparse: Bool { count >= 64 && empty * 2 > count }

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
    empty = 0
  }

  /// Removes the targets that left during the delivery; the caller releases them outside the lock.
  mutating func tidy() -> ContiguousArray<Unmanaged<RelayTarget>> {
    inFlight = 0
    let dead = graveyard
    graveyard = []
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
    count = 0
    empty = 0
    inFlight = 0
    graveyard.removeAll()
    return all
  }
}
