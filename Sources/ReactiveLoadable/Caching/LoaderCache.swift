public import CombineShim

/// Loads what belongs to keys, each once for all who are interested, and keeps it for those to come.
///
/// The situation: the posters of a list are shown in rows that come and go, in a detail screen, and
/// in a widget. Each poster is loaded once, for as long as anybody wants it:
///
/// ```swift
/// let posters = LoaderCache { (id: Movie.ID) in try await api.poster(id) }
///
/// let interest = posters.interest(in: movie.id, at: .high)   // a row appears: loads, or joins
/// interest.states.sink { draw($0) }                          // loaded at once if it is there
/// interest.cancel()                                          // the row goes; others may go on
///
/// let poster = try await posters.load(movie.id)              // for code that is no view
/// ```
///
/// ```
/// row a        -^----------!        loads
/// row b        ---^--!              joins, and leaves: nothing changes for a
/// load         -^------A
/// row a sees   -l------A
/// row b sees   ---l-!
/// row c        --------------^      finds it there: no loading state
/// row c sees   --------------A
/// ```
///
/// All that are interested in a key see one state, that of one ``Loader``, with its retries, limits of
/// time and freshness. Who comes later joins the load that runs; who leaves takes nothing from the
/// others; when the last one has left, the load is cancelled after a grace time (contract C1). A queue
/// limits how many loads work at once, and the most eager ones come first (C2). What is loaded is kept
/// within limits, and what flies by once does not flush what is used again (C3). A failure is a state
/// that can be tried again (C7). <doc:CacheContract> has the whole of it.
///
/// A cache must be shared to be of use: make it once, where the loaders of the app are made, not in
/// the body of a view. It may be used from any thread. Keys are hashed and compared under its lock,
/// so their `==` and `hash(into:)` must not come back to it.
///
/// When the cache goes away, loads that nobody is interested in end; interests keep what they have.
public final class LoaderCache<
  Key: Hashable & Sendable,
  Value: Sendable,
  Failure: Error
>: Sendable {
  @usableFromInline let storage: CacheStorage<Key, Value, Failure>

  init(_ policy: CachePolicy<Value>, _ work: LoadWork<Key, Value, Failure>) {
    storage = CacheStorage(policy, work)
  }

  deinit { storage.close() }

  // MARK: Interest

  /// Takes an interest in a key, and has it loaded unless it is there and fresh, or on its way (C1).
  ///
  /// A failure is tried again if it is old enough; see ``CachePolicy/afterFailure``. The load function
  /// may be called within this call, on the caller's thread.
  ///
  /// - Parameters:
  ///   - key: What to load.
  ///   - priority: How urgent it is; normal by default.
  /// - Returns: The interest, which ends when it is cancelled or dropped.
  public func interest(
    in key: Key,
    at priority: LoadPriority = .normal
  ) -> LoadInterest<Key, Value, Failure> {
    LoadInterest(in: key, at: priority, of: storage)
  }

  /// The states of a key for subscribers, each of whom is interested for as long as it is subscribed.
  ///
  /// - Parameters:
  ///   - key: What to load, as soon as somebody subscribes.
  ///   - priority: How urgent it is; normal by default.
  /// - Returns: A publisher of the present state and every change, as a relay gives them.
  public func states(
    of key: Key,
    at priority: LoadPriority = .normal
  ) -> AnyPublisher<Loadable<Value, Failure>, Never> {
    let storage = storage
    return AnyPublisher(
      OwningPublisher {
        let interest = LoadInterest(in: key, at: priority, of: storage)
        return (interest.sharedStates, interest)
      }
    )
  }

  /// Waits for the value of a key, and is interested for as long as it waits.
  ///
  /// - Parameters:
  ///   - key: What to load, unless it is there and fresh, or on its way.
  ///   - priority: How urgent it is; normal by default.
  /// - Returns: The value, at once if it is there.
  /// - Throws: What the load function has failed with, or `CancellationError` if the waiting task or
  ///   the load was cancelled.
  public func load(_ key: Key, at priority: LoadPriority = .normal) async throws -> Value {
    let interest = interest(in: key, at: priority)
    defer { interest.cancel() }
    switch await interest.outcome() {
    case .loaded(let value): return value
    case .failed(let error): throw error
    case .cancelled, .replaced, .skipped, .abandoned: throw CancellationError()
    }
  }

  /// Has keys loaded that may be needed soon, each unless it is there or on its way.
  ///
  /// The loads stand behind those of what is shown. Who takes an interest in a key joins its load, and
  /// makes it as urgent as that. What is loaded is kept like all else.
  ///
  /// - Parameters:
  ///   - keys: What may be needed.
  ///   - priority: How urgent it is; low by default.
  /// - Returns: The interest in all of them; it ends when it is cancelled or dropped, and for each key
  ///   when that has loaded or failed.
  public func prefetch(
    _ keys: some Sequence<Key>,
    at priority: LoadPriority = .low
  ) -> AnyCancellable {
    let prefetch = Prefetch()
    for key in keys { prefetch.wait(for: interest(in: key, at: priority)) }
    return AnyCancellable(prefetch.cancel)
  }

  // MARK: Reading

  /// The value of a key if it is there and fresh, without an interest; a hit costs no allocation (C5).
  ///
  /// - Parameter key: The key.
  /// - Returns: The value; `nil` if it has to be loaded.
  @inlinable
  public func value(for key: Key) -> Value? { storage.value(for: key) }

  /// The state of a key as it is now, fresh or not, without an interest and without being counted.
  ///
  /// - Parameter key: The key.
  /// - Returns: The state that all see who are interested, or the one that is remembered.
  public func state(for key: Key) -> Loadable<Value, Failure> { storage.state(for: key) }

  /// What the cache has done and what it holds, as of now.
  public var statistics: CacheStatistics { storage.machine.withLock { $0.statistics } }

  /// The limits of the cache; initially those of its policy (C3).
  ///
  /// A lower limit evicts at once, outside every lock: when the setter returns, the cache is within its
  /// limits, and ``events`` has published each eviction in order on this thread. If another thread is
  /// publishing at that moment, that thread publishes them instead. What rows show stays shown. A higher
  /// limit evicts nothing.
  ///
  /// It may be set from any thread. A change such as `limits.count = 200` reads all limits and writes all
  /// of them, so of two simultaneous changes the later one wins, and the other one is lost.
  public var limits: CacheLimits {
    get { storage.limits }
    set { storage.limit(to: newValue) }
  }

  /// What the cache lets go of, and what it does not take; told on the thread that brings it about.
  public var events: ReadOnlyEvents<CacheEvent<Key>> { storage.events.readOnly }
}

// MARK: Writing

extension LoaderCache {
  /// Writes a value that came another way, for instance with a list.
  ///
  /// - Parameters:
  ///   - value: The value, fresh from now on. A load that runs goes on, and its result wins.
  ///   - key: Its key.
  public func set(_ value: Value, for key: Key) { storage.set(value, for: key) }

  /// Takes the value of a key for stale; the next interest has it loaded again (C4).
  ///
  /// Nothing that is shown changes. Who waits for a load that runs gets what it brings, which is stale.
  ///
  /// - Parameter key: The key.
  public func invalidate(_ key: Key) { storage.invalidate(key) }

  /// Takes all values for stale; see ``invalidate(_:)``.
  public func invalidateAll() {
    for key in storage.keys { storage.invalidate(key) }
  }

  /// Loads a key again if somebody is interested in it now, else takes its value for stale.
  ///
  /// - Parameter key: The key.
  public func refresh(_ key: Key) { storage.refresh(key) }

  /// Forgets a key (C4).
  ///
  /// Who is interested goes on seeing what there is, and what a load brings that runs, but the cache
  /// does not: the next interest has it loaded anew.
  ///
  /// - Parameter key: The key.
  public func remove(_ key: Key) { storage.remove(key) }

  /// Forgets all keys, for instance when the user logs out; see ``remove(_:)``.
  public func removeAll() {
    for key in storage.keys { storage.remove(key) }
  }

  /// Lets values go until the rest fit into a part of the limits; what is shown stays shown.
  ///
  /// - Parameter share: The part of the limits of count and cost, from 0 to 1; what is no number is 0.
  public func trim(to share: Double) { storage.trim(to: share) }
}
