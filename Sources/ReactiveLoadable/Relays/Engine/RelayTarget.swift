public import CombineShim
public import Synchronization

/// One subscriber in a relay's list.
@usableFromInline
class RelayTarget {
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
  /// The thread inside a subscriber that subscribes or requests.
  @exclusivity(unchecked) @usableFromInline final var server: UInt = 0
  /// Another thread than the server has accepted a value for later since the server looked last.
  @exclusivity(unchecked) @usableFromInline final var isOutrun = false
  /// Waits for a deliverer, and no thread is inside the subscriber.
  @exclusivity(unchecked) @usableFromInline final var isHandedOver = false
  /// The tally of the value that the server delivers, once something follows from it (R11).
  @exclusivity(unchecked) @usableFromInline final var tally: ChainTally?
  /// The same of the last value that is owed.
  @exclusivity(unchecked) @usableFromInline final var owedTally: ChainTally?
  /// The relay has finished and this subscriber has still to be told.
  @exclusivity(unchecked) @usableFromInline final var isFinishing = false
  /// Out of the list, or about to be; set once.
  @exclusivity(unchecked) @usableFromInline final var hasLeft = false
  /// Cancelled or finished.
  @exclusivity(unchecked) @usableFromInline final var isOver = false
  /// A thread has taken it upon itself to drop what this target owns.
  @exclusivity(unchecked) @usableFromInline final var isDropped = false
  /// Holds the target itself, out of the list of a finished relay, until it has been told.
  @exclusivity(unchecked) @usableFromInline final var survivor: RelayTarget?

  @inlinable
  init(_ subscription: RelaySubscription?, demand: Subscribers.Demand) {
    self.subscription = subscription
    self.demand = demand
  }

  @usableFromInline
  func finish() {}

  /// Releases what an ended target owns, though the target itself may be held for longer.
  ///
  /// Called once, outside the lock, when no thread is inside the subscriber.
  @usableFromInline
  func drop() {}

  /// Under the lock: true if the caller has to drop what this ended target owns.
  final func claimDrop() -> Bool {
    guard isOver || hasLeft, !isActive, !isFinishing, !isDropped else { return false }
    isDropped = true
    return true
  }

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

extension RelayTarget {
  /// Under the lock: notes a value that the server is to deliver later.
  ///
  /// Returns its tally, `nil` for a value of another thread. `isEndless` is set if the server has
  /// accepted without end inside the subscriber (R11).
  @usableFromInline
  final func noteLater(_ isEndless: inout Bool) -> ChainTally? {
    guard server == ThreadIdentity.current else {
      isOutrun = true
      return nil
    }
    let tally = tally ?? ChainTally()
    self.tally = tally
    isEndless = tally.advance()
    return tally
  }

  /// Under the lock: a thread subscribes or requests, and serves this subscriber from now on.
  @inlinable
  final func beginServing() {
    server = ThreadIdentity.current
    tally = nil
  }
}

/// A value that came while a thread was inside the subscriber.
@usableFromInline
struct BacklogEntry<Value> {
  @usableFromInline let value: Value
  @usableFromInline let tally: ChainTally?

  @inlinable
  init(_ value: Value, _ tally: ChainTally?) {
    self.value = value
    self.tally = tally
  }
}

// SAFETY: every `var` here is guarded by the lock of the relay's roster, hence `unchecked`.
extension RelayTarget: @unchecked Sendable {}

// SAFETY: guarded by the lock of the relay's roster, hence `unchecked`.
@usableFromInline
class ValueTarget<Value>: RelayTarget, @unchecked Sendable {
  /// Values that came while a thread was inside the subscriber.
  @exclusivity(unchecked) @usableFromInline final var backlog = FIFO<BacklogEntry<Value>>()

  @inlinable
  override init(_ subscription: RelaySubscription?, demand: Subscribers.Demand) {
    super.init(subscription, demand: demand)
  }

  @inlinable
  override func drop() {
    backlog = FIFO()
    tally = nil
    owedTally = nil
  }

  @inlinable
  func receive(_ value: Value) -> Subscribers.Demand { .none }
}

/// The target of two closures, which the `AnyCancellable` of the subscription owns.
///
/// That may outlive the subscription, and releases what it owns under exclusive access. So a target
/// that is over owns neither closures nor values nor the relay's core.
// SAFETY: only `drop` changes it, when the target is over and no thread is inside the closures.
@usableFromInline
final class ClosureTarget<Value>: ValueTarget<Value>, @unchecked Sendable {
  @exclusivity(unchecked) @usableFromInline var closures: Closures<Value>?
  /// The core, retained, until the thread that ends the subscription takes it.
  @usableFromInline let core: Atomic<Unmanaged<RelayCore>?>

  @inlinable
  init(_ core: RelayCore, _ closures: consuming Closures<Value>) {
    self.closures = consume closures
    self.core = Atomic(.passRetained(core))
    super.init(nil, demand: .unlimited)
  }

  @inlinable
  deinit { core.load(ordering: .acquiring)?.release() }

  /// Ends the subscription; any thread may call this, and more than once.
  @inlinable
  func cancel() {
    guard let core = core.exchange(nil, ordering: .acquiringAndReleasing) else { return }
    core._withUnsafeGuaranteedRef { $0.cancel(self) }
    core.release()
  }

  @inlinable
  func leaveCore() { core.exchange(nil, ordering: .acquiringAndReleasing)?.release() }

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
  override func drop() {
    closures = nil
    super.drop()
    leaveCore()
  }
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
    super.init(subscription, demand: .none)
  }

  @inlinable
  override func receive(_ value: S.Input) -> Subscribers.Demand { subscriber.receive(value) }

  @inlinable
  override func finish() { subscriber.receive(completion: .finished) }

  @inlinable
  override func drop() {
    super.drop()
    subscription?.leaveCore()
  }
}
