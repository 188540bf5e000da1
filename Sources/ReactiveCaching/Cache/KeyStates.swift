public import CombineShim
public import ReactiveLoading
public import ReactiveRelays

/// The states of a key; each subscription is an interest in the key.
///
/// They do not complete: the relay of a key finishes after its last interest, and a subscription
/// ends with its interest.
@usableFromInline
struct KeyStates<Key: Hashable & Sendable, Value: Sendable, LoadFailure: Error>:
  ConcurrentPublisher
{
  @usableFromInline typealias Output = Loadable<Value, LoadFailure>
  @usableFromInline typealias Failure = Never
  @usableFromInline typealias Interest = LoadInterest<Key, Value, LoadFailure>

  @usableFromInline let key: Key
  @usableFromInline let priority: LoadPriority
  @usableFromInline let storage: CacheStorage<Key, Value, LoadFailure>

  @inlinable
  init(_ key: Key, _ priority: LoadPriority, _ storage: CacheStorage<Key, Value, LoadFailure>) {
    self.key = key
    self.priority = priority
    self.storage = storage
  }

  @usableFromInline var newInterest: Interest { Interest(in: key, at: priority, of: storage) }

  // NB: Inlined, and without a subscriber, which would look up thirty types for each subscription.
  @inlinable
  func sink(
    receiveCompletion: @escaping @Sendable (Subscribers.Completion<Never>) -> Void,
    receiveValue: @escaping @Sendable (Output) -> Void
  ) -> AnyCancellable {
    let interest = newInterest
    let owned = OwnedInterest(interest)
    return RelaySource(interest.sharedStates).subscribe(
      receiveValue,
      beforeCancel: {},
      afterCancel: owned.cancel
    )
  }

  @usableFromInline
  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    let owning = OwningPublisher<Output> {
      let interest = newInterest
      return (interest.sharedStates, interest)
    }
    owning.receive(subscriber: subscriber)
  }
}

/// The interest of a subscription, which the cancel of the subscription cancels and releases.
// NB: A subscription is released under exclusive access to it. The last interest of a released cache
// then owns values, whose `deinit` may cancel that subscription.
@usableFromInline
final class OwnedInterest {
  private let lock = RawLock()
  @exclusivity(unchecked) private var interest: (any Cancellable)?

  @usableFromInline
  init(_ interest: any Cancellable) { self.interest = interest }

  @usableFromInline
  func cancel() {
    lock.acquire()
    let interest = interest.take()
    lock.release()
    interest?.cancel()
  }
}

// SAFETY: `lock` guards the only `var`.
extension OwnedInterest: @unchecked Sendable {}
