public import OpenCombineShim
public import Synchronization

/// One subscriber in a relay's list.
@usableFromInline
class RelayTarget {
  @usableFromInline final let core: RelayCore
  /// What the subscriber was handed; `nil` for closures, which hold the target itself.
  @usableFromInline final let subscription: RelaySubscription?
  /// 0 is open: live, unlimited, served by nobody else, and all before the next value was seen.
  @usableFromInline final let gate = Atomic<UInt8>(1)
  /// The slot in the list.
  @exclusivity(unchecked) @usableFromInline final var index = 0
  @exclusivity(unchecked) @usableFromInline final var demand: Subscribers.Demand
  /// The last version that was given to the subscriber, or put into its backlog.
  @exclusivity(unchecked) @usableFromInline final var seen: UInt = 0
  /// The relay remembers something that this subscriber was not given for want of demand.
  @exclusivity(unchecked) @usableFromInline final var isOwed = false
  /// A thread is inside a callback of this subscriber and will look here again.
  @exclusivity(unchecked) @usableFromInline final var isActive = true
  /// The relay has finished and this subscriber has still to be told.
  @exclusivity(unchecked) @usableFromInline final var isFinishing = false
  /// Out of the list, or about to be; set once.
  @exclusivity(unchecked) @usableFromInline final var hasLeft = false
  /// Cancelled or finished.
  @exclusivity(unchecked) @usableFromInline final var isOver = false
  /// Holds the target itself, out of the list of a finished relay, until it has been told.
  @exclusivity(unchecked) @usableFromInline final var survivor: RelayTarget?

  @inlinable
  init(_ core: RelayCore, _ subscription: RelaySubscription?, demand: Subscribers.Demand) {
    self.core = core
    self.subscription = subscription
    self.demand = demand
  }

  @usableFromInline
  func finish() {}

  /// Releases what is called, when the relay is over but someone still holds the target.
  @usableFromInline
  func drop() {}

  @inlinable final var isOpen: Bool { gate.load(ordering: .relaxed) == 0 }

  @inlinable
  final func open() { gate.store(0, ordering: .relaxed) }

  @inlinable
  final func shut() { gate.store(1, ordering: .relaxed) }

  /// True if the relay may call this subscriber with a new value.
  @inlinable final var isLive: Bool { !isOver && !isFinishing }

  @inlinable
  final func spend() {
    if demand != .unlimited { demand -= 1 }
  }

  @inlinable
  final func miss(_ count: UInt) { subscription?.missed += count }
}

// SAFETY: every `var` here is guarded by the lock of `core.roster`, hence `unchecked`.
extension RelayTarget: @unchecked Sendable {}

// SAFETY: guarded by the lock of `core.roster`, hence `unchecked`.
@usableFromInline
class ValueTarget<Value>: RelayTarget, @unchecked Sendable {
  /// Values that came while a thread was inside the subscriber.
  @exclusivity(unchecked) @usableFromInline final var backlog = FIFO<Value>()

  @inlinable
  override init(
    _ core: RelayCore,
    _ subscription: RelaySubscription?,
    demand: Subscribers.Demand
  ) {
    super.init(core, subscription, demand: demand)
  }

  @inlinable
  func receive(_ value: Value) -> Subscribers.Demand { .none }
}

// SAFETY: only `drop` changes it, when the relay is over and no thread is inside the closures.
@usableFromInline
final class ClosureTarget<Value>: ValueTarget<Value>, @unchecked Sendable {
  @exclusivity(unchecked) @usableFromInline var closures: Closures<Value>?

  @inlinable
  init(_ core: RelayCore, _ closures: consuming Closures<Value>) {
    self.closures = consume closures
    super.init(core, nil, demand: .unlimited)
  }

  @inlinable
  override func receive(_ value: Value) -> Subscribers.Demand {
    switch closures {
    case .some(let closures): closures.receiveValue(value)
    case .none: break
    }
    return .none
  }

  @inlinable
  override func finish() {
    switch closures {
    case .some(let closures): closures.receiveFinish?()
    case .none: break
    }
  }

  @inlinable
  override func drop() { closures = nil }
}

/// What a closure subscriber calls.
///
/// It cannot be copied, so calling it out of a `var` needs no retain.
@usableFromInline
struct Closures<Value>: ~Copyable {
  @usableFromInline let receiveValue: (Value) -> Void
  @usableFromInline let receiveFinish: (() -> Void)?

  @inlinable
  init(
    _ receiveValue: consuming @escaping (Value) -> Void,
    _ receiveFinish: consuming (() -> Void)?
  ) {
    self.receiveValue = receiveValue
    self.receiveFinish = receiveFinish
  }
}

/// The target of a subscriber that holds its subscription.
///
/// It lives as long as that, so that the subscriber can be a `let`: calling through a `let` needs no
/// retain, through a `var` it does.
// SAFETY: constant, and called by one thread at a time.
@usableFromInline
final class SubscriberTarget<S: Subscriber>: ValueTarget<S.Input>, @unchecked Sendable
where S.Failure == Never {
  @usableFromInline let subscriber: S

  @inlinable
  init(_ subscription: RelaySubscription, _ subscriber: S) {
    self.subscriber = subscriber
    super.init(subscription.core, subscription, demand: .none)
  }

  @inlinable
  override func receive(_ value: S.Input) -> Subscribers.Demand { subscriber.receive(value) }

  @inlinable
  override func finish() { subscriber.receive(completion: .finished) }
}
