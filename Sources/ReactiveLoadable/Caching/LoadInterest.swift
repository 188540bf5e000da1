public import CombineShim

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
>: Cancellable, Sendable {
  /// The key of the interest.
  public let key: Key

  /// A Boolean value that indicates whether the key had a fresh value when the interest started.
  ///
  /// A view needs no fade-in animation for a hit. See <doc:CacheContract#C5-Synchronous-hits>.
  public let isHit: Bool

  private let storage: CacheStorage<Key, Value, Failure>
  private let entry: CacheEntry<Key, Value, Failure>
  private let id: UInt
  private let life: Lock<Life>

  private struct Life {
    /// The priority of the interest; `nil` after its end.
    var priority: LoadPriority?
    /// The relay of the interest, which its first use creates.
    var states: InterestStates<Value, Failure>?
  }

  init(in key: Key, at priority: LoadPriority, of storage: CacheStorage<Key, Value, Failure>) {
    let taken = storage.take(key, at: priority)
    self.key = key
    self.storage = storage
    isHit = taken.found == .hit
    entry = taken.handle
    id = taken.id
    life = Lock(Life(priority: priority))
  }

  deinit { cancel() }

  // MARK: State

  /// The current state, which all interests in the key share.
  public var state: Loadable<Value, Failure> { entry.loader.state }

  /// The states of the key: the current one first, then every change in order, as in a relay.
  ///
  /// When the interest is cancelled or dropped, subscribers receive a completion and nothing more.
  /// A later subscriber receives the last state and the completion. See
  /// <doc:CacheContract#C1-One-load-per-key>.
  public var states: ReadOnlyRelay<Loadable<Value, Failure>> { ownStates.relay.readOnly }

  private var ownStates: InterestStates<Value, Failure> {
    if let own = life.withLock({ $0.states }) { return own }
    let new = InterestStates(following: entry.loader.storage.states)
    let (own, isOver) = life.withLock { life in
      let own = life.states ?? new
      life.states = own
      return (own, life.priority == nil)
    }
    // Another thread has created the relay, or the interest has ended.
    if own !== new || isOver { new.end() }
    return own
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
    while let load = entry.loader.storage.running {
      let outcome = await LoadTask(load).outcome()
      // Another load runs now, because an invalidation made the result of this one stale.
      if case .replaced = outcome { continue }
      return outcome
    }
    return switch state {
    case .loaded(let value): .loaded(value)
    case .failed(let failed): .failed(failed.error)
    case .notRequested, .loading: .skipped(.noRequest)
    }
  }

  /// The relay of the key's loader, for a subscription that owns the interest.
  var sharedStates: ValueRelayCore<Loadable<Value, Failure>> { entry.loader.storage.states.core }

  // MARK: Intents

  /// The priority of the interest.
  ///
  /// A load has the highest priority of its interests. After a cancel the property has the lowest
  /// priority, and setting it has no effect. See <doc:CacheContract#C2-Priorities>.
  public var priority: LoadPriority {
    get { life.withLock { $0.priority ?? .veryLow } }
    set {
      life.withLock { life in
        guard let before = life.priority else { return }
        life.priority = newValue
        storage.change(id, from: before, to: newValue)
      }
    }
  }

  /// Loads a failed key again, for all its interests; does nothing in any other state.
  public func retry() { if isInterested { entry.loader.retry() } }

  /// Reloads the key, for all its interests; the previous value stays visible while the load runs.
  public func refresh() { if isInterested { entry.loader.refresh() } }

  /// Ends the interest and its ``states``; the load continues for other interests.
  public func cancel() {
    let (last, states) = life.withLock { ($0.priority.take(), $0.states) }
    guard let last else { return }
    states?.end()
    storage.leave(id, at: last)
  }

  private var isInterested: Bool { life.withLock { $0.priority != nil } }
}
