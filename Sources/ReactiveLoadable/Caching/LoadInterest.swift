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
/// It may be used from any thread. An interest that was cancelled does nothing any more.
public final class LoadInterest<
  Key: Hashable & Sendable,
  Value: Sendable,
  Failure: Error
>: Sendable {
  /// What it is an interest in.
  public let key: Key

  /// Whether the value was there, fresh, when the interest began: then nothing need fade in (C5).
  public let isHit: Bool

  private let storage: CacheStorage<Key, Value, Failure>
  private let entry: CacheEntry<Key, Value, Failure>
  private let id: UInt
  /// How urgent it is; `nil` when it has ended.
  private let urgency: Lock<LoadPriority?>

  init(in key: Key, at priority: LoadPriority, of storage: CacheStorage<Key, Value, Failure>) {
    let taken = storage.take(key, at: priority)
    self.key = key
    self.storage = storage
    isHit = taken.found == .hit
    entry = taken.handle
    id = taken.id
    urgency = Lock(priority)
  }

  deinit { cancel() }

  // MARK: State

  /// The state as it is now, which is that of all who are interested in the key.
  public var state: Loadable<Value, Failure> { entry.loader.state }

  /// The state and its changes: the current one first, then each in order, as a relay gives them.
  public var states: ReadOnlyRelay<Loadable<Value, Failure>> { entry.loader.states }

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
    case .notRequested, .loading: .notNeeded
    }
  }

  // MARK: Intents

  /// How urgent it is (C2).
  ///
  /// A load is as urgent as the most eager interest in it. Setting it has no effect after a cancel,
  /// after which it reads as the lowest one.
  public var priority: LoadPriority {
    get { urgency.withLock { $0 ?? .veryLow } }
    set {
      urgency.withLock { urgency in
        guard let before = urgency else { return }
        urgency = newValue
        storage.change(id, from: before, to: newValue)
      }
    }
  }

  /// Loads again what has failed, for all who are interested; does nothing in any other state.
  public func retry() { if isInterested { entry.loader.retry() } }

  /// Loads again, for all who are interested, and goes on showing what is there.
  public func refresh() { if isInterested { entry.loader.refresh() } }

  /// Ends the interest; the load goes on if others are interested.
  public func cancel() {
    let last = urgency.withLock { urgency in urgency.take() }
    if let last { storage.leave(id, at: last) }
  }

  private var isInterested: Bool { urgency.withLock { $0 != nil } }
}
