public import CombineShim
public import Synchronization

/// The entry of one subscriber in a relay's list.
@usableFromInline
package class RelayTarget {
  /// The subscription that the subscriber received; `nil` for closures.
  @usableFromInline final let subscription: RelaySubscription?
  /// The gate of the fast path; 0 is open.
  ///
  /// It is open for a live target with unlimited demand, without a server or pending values.
  @usableFromInline final let gate = Atomic<UInt8>(1)
  @exclusivity(unchecked) @usableFromInline final var index = 0
  @exclusivity(unchecked) @usableFromInline final var demand: Subscribers.Demand
  /// The last version that was delivered to the subscriber, or appended to its backlog.
  @exclusivity(unchecked) @usableFromInline final var seen: UInt = 0
  /// True if the relay retains a value that this subscriber has not received for lack of demand.
  @exclusivity(unchecked) @usableFromInline final var hasPending = false
  /// True while a thread is inside a callback of this subscriber and will check this target again.
  @exclusivity(unchecked) @usableFromInline final var isActive = true
  /// The thread inside a subscriber that subscribes or requests.
  @exclusivity(unchecked) @usableFromInline final var server: UInt = 0
  /// True if another thread has accepted a value since the server last checked.
  @exclusivity(unchecked) @usableFromInline final var hasConcurrentAccept = false
  /// True while the target waits for a delivering thread, and no thread is inside the subscriber.
  @exclusivity(unchecked) @usableFromInline final var isHandedOff = false
  /// The counter of the value that the server delivers; `nil` until an accept follows from it.
  @exclusivity(unchecked) @usableFromInline final var counter: ChainCounter?
  /// The counter of the last retained value.
  @exclusivity(unchecked) @usableFromInline final var pendingCounter: ChainCounter?
  /// True if the relay has finished and this subscriber has not received the completion.
  @exclusivity(unchecked) @usableFromInline final var isFinishing = false
  /// True if the target is out of the list, or about to be; set once.
  @exclusivity(unchecked) @usableFromInline final var isDetached = false
  /// True if the target is cancelled or finished.
  @exclusivity(unchecked) @usableFromInline final var hasEnded = false
  /// True if a thread has claimed the call of `drop`.
  @exclusivity(unchecked) @usableFromInline final var isDropped = false
  /// The scope with which the target finishes; `nil` if it has ended, and for those of no scope.
  @exclusivity(unchecked) @usableFromInline final var scope: Unmanaged<RelayScope>?
  /// True if the subscriber uses the relay: it does not only follow it, and has not ended.
  @exclusivity(unchecked) @usableFromInline final var isUse = false
  /// A reference to the target itself, outside the list of a finished relay, until its completion.
  @exclusivity(unchecked) @usableFromInline final var survivor: RelayTarget?

  @inlinable
  init(_ subscription: RelaySubscription?, demand: Subscribers.Demand) {
    self.subscription = subscription
    self.demand = demand
  }

  @usableFromInline
  func finish() {}

  /// Releases the objects that an ended target owns, though the target itself may live longer.
  ///
  /// It is called once, outside the lock, when no thread is inside the subscriber.
  @usableFromInline
  func drop() {}

  /// Claims the call of `drop` for this ended target, under the lock; returns true on success.
  final func claimDrop() -> Bool {
    guard hasEnded || isDetached, !isActive, !isFinishing, !isDropped else { return false }
    isDropped = true
    return true
  }

  @inlinable final var isOpen: Bool { gate.load(ordering: .relaxed) == 0 }

  @inlinable
  final func open() { gate.store(0, ordering: .relaxed) }

  @inlinable
  final func shut() { gate.store(1, ordering: .relaxed) }

  /// True if the relay may call this subscriber with a new value.
  @inlinable final var isLive: Bool { !hasEnded && !isFinishing }

  @inlinable
  final func spend() {
    if demand != .unlimited { demand -= 1 }
  }

  @inlinable
  final func miss(_ count: UInt) { subscription?.missed += count }
}

extension RelayTarget {
  /// Records a value that the server will deliver later; called under the lock.
  ///
  /// Returns the counter of the value, `nil` for a value of another thread. Sets `isEndless` if the
  /// server's accepts inside the subscriber are an endless chain (<doc:RelayContract#R11-Endless-chains>).
  @usableFromInline
  final func recordDeferred(_ isEndless: inout Bool) -> ChainCounter? {
    guard server == ThreadIdentity.current else {
      hasConcurrentAccept = true
      return nil
    }
    let counter = counter ?? ChainCounter()
    self.counter = counter
    isEndless = counter.count()
    return counter
  }

  /// Makes the current thread, which subscribes or requests, the server; called under the lock.
  @inlinable
  final func startServing() {
    server = ThreadIdentity.current
    counter = nil
  }
}

/// A value that was accepted while a thread was inside the subscriber.
@usableFromInline
struct BacklogEntry<Value> {
  @usableFromInline let value: Value
  @usableFromInline let counter: ChainCounter?

  @inlinable
  init(_ value: Value, _ counter: ChainCounter?) {
    self.value = value
    self.counter = counter
  }
}

// SAFETY: every `var` here is guarded by the lock of the relay's state, hence `unchecked`.
extension RelayTarget: @unchecked Sendable {}

// SAFETY: guarded by the lock of the relay's state, hence `unchecked`.
@usableFromInline
class ValueTarget<Value>: RelayTarget, @unchecked Sendable {
  /// The values that were accepted while a thread was inside the subscriber.
  @exclusivity(unchecked) @usableFromInline final var backlog = LazyFIFO<BacklogEntry<Value>>()

  @inlinable
  override init(_ subscription: RelaySubscription?, demand: Subscribers.Demand) {
    super.init(subscription, demand: demand)
  }

  @inlinable
  override func drop() {
    backlog = LazyFIFO()
    counter = nil
    pendingCounter = nil
  }

  @inlinable
  func receive(_ value: Value) -> Subscribers.Demand { .none }
}

/// The target of two closures, owned by the `AnyCancellable` of the subscription.
///
/// The `AnyCancellable` may outlive the subscription, and releases its contents under exclusive
/// access. An ended target therefore owns neither closures nor values nor the relay's core.
// SAFETY: only `drop` changes it, when the target has ended and no thread is inside the closures.
@usableFromInline
final class ClosureTarget<Value>: ValueTarget<Value>, @unchecked Sendable {
  @exclusivity(unchecked) @usableFromInline var closures: ReceiveClosures<Value>?
  /// The retained core, until the thread that ends the subscription takes it.
  @usableFromInline let core: Atomic<Unmanaged<RelayCore>?>

  @inlinable
  init(_ core: RelayCore, _ closures: consuming ReceiveClosures<Value>) {
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
  func releaseCore() { core.exchange(nil, ordering: .acquiringAndReleasing)?.release() }

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
    releaseCore()
  }
}

/// The closures of a closure subscriber.
///
/// The type is not copyable, so a call through a `var` needs no retain.
@usableFromInline
struct ReceiveClosures<Value>: ~Copyable {
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
/// It lives as long as the subscription, so the subscriber can be a `let`. A call through a `let`
/// needs no retain; a call through a `var` does.
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
    subscription?.releaseCore()
  }
}
