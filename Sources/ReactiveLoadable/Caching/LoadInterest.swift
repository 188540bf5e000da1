public import CombineShim

/// The interest of somebody in a key of a ``LoaderCache``, for as long as it is kept and not cancelled.
///
/// A row that shows a poster has one, and cancels or drops it when it shows another poster:
///
/// ```swift
/// let interest = posters.interest(in: movie.id, at: .high)
/// draw(interest.state, fadingIn: !interest.isHit)
/// interest.priority = .low             // scrolled out of sight, but not far
/// interest.retry()                     // a tap on what failed
/// ```
///
/// It may be used from any thread. An interest that was cancelled does nothing any more, and its
/// ``states`` have ended. As a `Cancellable` it can be stored beside subscriptions.
public final class LoadInterest<
  Key: Hashable & Sendable,
  Value: Sendable,
  Failure: Error
>: Cancellable, Sendable {
  /// What it is an interest in.
  public let key: Key

  /// Whether the value was there, fresh, when the interest began: then nothing need fade in (C5).
  public let isHit: Bool

  private let storage: CacheStorage<Key, Value, Failure>
  private let entry: CacheEntry<Key, Value, Failure>
  private let id: UInt
  private let life: Lock<Life>

  private struct Life {
    /// How urgent it is; `nil` when it has ended.
    var priority: LoadPriority?
    /// Made when they are first asked for.
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

  /// The state as it is now, which is that of all who are interested in the key.
  public var state: Loadable<Value, Failure> { entry.loader.state }

  /// The state and its changes: the current one first, then each in order, as a relay gives them.
  ///
  /// They end with the interest (C1): when it is cancelled or dropped, subscribers receive a completion
  /// and nothing more. A later subscriber receives the state of that moment and the completion.
  public var states: ReadOnlyRelay<Loadable<Value, Failure>> { ownStates.relay.readOnly }

  private var ownStates: InterestStates<Value, Failure> {
    if let own = life.withLock({ $0.states }) { return own }
    let new = InterestStates(following: entry.loader.storage.states)
    let (own, isOver) = life.withLock { life in
      let own = life.states ?? new
      life.states = own
      return (own, life.priority == nil)
    }
    // Another thread was faster, or the interest has ended.
    if own !== new || isOver { new.end() }
    return own
  }

  /// Waits until nothing is loading, and returns how that ended.
  ///
  /// - Returns: The value or the failure that there is now; at once if nothing loads. When the load was
  ///   cancelled before anything was loaded, that; when the waiting task was, `abandoned`.
  @discardableResult
  public func outcome() async -> LoadOutcome<Value, Failure> {
    while let load = entry.loader.storage.running {
      let outcome = await LoadTask(load).outcome()
      // In its place another load runs, since what it would have brought was declared stale.
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

  /// How urgent it is (C2).
  ///
  /// A load is as urgent as the most eager interest in it. Setting it has no effect after a cancel,
  /// after which it reads as the lowest one.
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

  /// Loads again what has failed, for all who are interested; does nothing in any other state.
  public func retry() { if isInterested { entry.loader.retry() } }

  /// Loads again, for all who are interested, and goes on showing what is there.
  public func refresh() { if isInterested { entry.loader.refresh() } }

  /// Ends the interest and its ``states``; the load continues if others are interested.
  public func cancel() {
    let (last, states) = life.withLock { ($0.priority.take(), $0.states) }
    guard let last else { return }
    states?.end()
    storage.leave(id, at: last)
  }

  private var isInterested: Bool { life.withLock { $0.priority != nil } }
}
