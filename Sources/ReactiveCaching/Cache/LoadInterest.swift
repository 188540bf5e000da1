public import CombineShim
public import ReactiveLoading
public import ReactiveRelays

/// An interest in a key of a ``LoaderCache``, from its creation until it is cancelled or dropped.
///
/// A row that shows a poster has an interest, and cancels or drops it when it shows another poster:
///
/// ```swift
/// let interest = posters.interest(in: movie.id, at: .high)
/// draw(interest.state, fadingIn: !interest.isHit)
/// interest.priority = .low             // scrolled out of sight, but not far
/// interest.retry()                     // a tap on a failed poster
/// ```
///
/// An interest may be used from any thread. After a cancel its methods do nothing, and its
/// ``states`` have completed. As a `Cancellable` it can be stored together with subscriptions.
public final class LoadInterest<
  Key: Hashable & Sendable,
  Value: Sendable,
  Failure: Error
>: Cancellable {
  /// A Boolean value that indicates whether the key had a fresh value when the interest started.
  ///
  /// A view needs no fade-in animation for a hit. See <doc:CacheContract#C5-Synchronous-hits>.
  public let isHit: Bool

  private let storage: CacheStorage<Key, Value, Failure>
  let entry: AnyCacheEntry
  private let lock = RawLock()
  /// The priority of the interest; `nil` after its end.
  @exclusivity(unchecked) private var lastPriority: LoadPriority?
  /// The relay of the key and the scope of this interest in it, after the first use of the states.
  @exclusivity(unchecked) private var relay: CacheEntry<Key, Value, Failure>.Relay?
  @exclusivity(unchecked) private var scope: RelayScope?

  /// The key of the interest.
  public let key: Key

  init(in key: Key, at priority: LoadPriority, of storage: CacheStorage<Key, Value, Failure>) {
    let added = storage.addInterest(key, at: priority)
    self.key = key
    self.storage = storage
    isHit = added.isHit
    entry = added.entry
    lastPriority = priority
  }

  // Without a view of its states, no later subscriber can follow.
  deinit { end(isVisible: !isKnownUniquelyReferenced(&scope)) }

  // MARK: State

  /// The current state, which all interests in the key share.
  public var state: Loadable<Value, Failure> { storage.state(of: entry) }

  /// The states of the key: the current one first, then every change in order, as in a relay.
  ///
  /// When the interest is cancelled or dropped, subscribers receive a completion and nothing more.
  /// A later subscriber receives the last state and the completion. See
  /// <doc:CacheContract#C1-One-load-per-key>.
  public var states: ReadOnlyRelay<Loadable<Value, Failure>> {
    lock.acquire()
    if relay == nil, lastPriority != nil {
      relay = storage.relay(of: entry)
      scope = RelayScope()
    }
    let (relay, scope) = (relay, scope)
    lock.release()
    guard let relay else { return lastStates }
    return ReadOnlyRelay(RelaySource(relay, in: scope))
  }

  /// The states if their first use is after the end of the interest.
  private var lastStates: ReadOnlyRelay<Loadable<Value, Failure>> {
    @inline(never) get {
      let last = BehaviorRelay(state)
      last.finish()
      return last.readOnly
    }
  }

  /// Waits for the end of the load in flight, and returns its outcome.
  ///
  /// If another load replaces that load, the call waits for the other one. Without a load in flight
  /// it returns immediately.
  ///
  /// - Returns: The outcome of the load; `abandoned` if the waiting task was cancelled. Without a
  ///   load in flight, the current value or failure; `skipped(.noRequest)` if the key has neither.
  @discardableResult
  public func outcome() async -> LoadOutcome<Value, Failure> {
    while true {
      do {
        if let end = try await storage.end(of: entry) { return LoadOutcome(end) }
      } catch {
        return .abandoned
      }
      switch state {
      case .loaded(let value): return .loaded(value)
      case .failed(let failed): return .failed(failed.error)
      case .notRequested: return .skipped(.noRequest)
      // Another thread has started a load since.
      case .loading: continue
      }
    }
  }

  /// The relay of the key, for a subscription that owns the interest.
  @usableFromInline var sharedStates: ValueRelayCore<Loadable<Value, Failure>> {
    storage.relay(of: entry)
  }

  // MARK: Intents

  /// The priority of the interest.
  ///
  /// A load has the highest priority of its interests. After a cancel the property has the lowest
  /// priority, and setting it has no effect. See <doc:CacheContract#C2-Priorities>.
  public var priority: LoadPriority {
    get { locked { lastPriority ?? .veryLow } }
    set {
      locked {
        guard let before = lastPriority else { return }
        lastPriority = newValue
        storage.change(entry, from: before, to: newValue)
      }
    }
  }

  /// Loads a failed key again, for all its interests; does nothing in any other state.
  public func retry() { if isActive { storage.retry(entry) } }

  /// Reloads the key, for all its interests; the previous value stays visible while the load runs.
  public func refresh() { if isActive { storage.refresh(entry) } }

  /// Reloads the key if its value is stale or its load has failed, for all its interests.
  public func revalidate() { if isActive { storage.revalidate(entry) } }

  /// Marks the value of the key, or the result of the load in flight, as stale.
  ///
  /// The next interest in the key reloads it.
  public func invalidate() { if isActive { storage.invalidate(entry) } }

  /// Ends the interest and its ``states``; the load continues for other interests.
  public func cancel() { end(isVisible: true) }

  private func end(isVisible: Bool) {
    guard let last = locked({ lastPriority.take() }) else { return }
    // Nothing changes the relay and the scope of an ended interest.
    if let relay, let scope { relay.finish(scope, isVisible: isVisible) }
    storage.removeInterest(entry, at: last)
  }

  private var isActive: Bool { locked { lastPriority != nil } }

  private func locked<R>(_ body: () -> R) -> R { lock.withLock(body) }
}

// SAFETY: `lock` guards every `var` until the end of the interest; then they are constant.
extension LoadInterest: @unchecked Sendable {}

extension LoadInterest: Described {
  package var objectText: ObjectText {
    ObjectText("LoadInterest", name: storage.policy.load.name, request: key, state: "\(state)")
  }

  package var debugDetails: [String?] {
    [isActive ? "priority \(priority)" : "ended", isHit ? "hit" : nil]
  }

  package var mirrorParts: KeyValuePairs<String, Any?> {
    ["key": key, "state": state, "priority": priority, "isHit": isHit, "hasEnded": !isActive]
  }
}
