public import CombineShim
public import Foundation
public import ReactiveLoading
public import ReactiveRelays
import Synchronization

/// A cache that loads values by key and deduplicates the loads of each key.
///
/// The posters of a list are visible in reused cells, in a detail screen, and in a widget. Each
/// poster is loaded once, and its load continues as long as any of these views needs it. A view
/// holds an *interest* in a key while it needs the value:
///
/// ```swift
/// let posters = LoaderCache { (id: Movie.ID) in try await api.poster(id) }
///
/// let interest = posters.interest(in: movie.id, at: .high)   // a row appears: loads, or joins
/// interest.states.sinkOnMainActor { draw($0) }               // the cached value first
/// interest.cancel()                                          // the row disappears
///
/// let poster = try await posters.load(movie.id)              // for code outside of views
/// ```
///
/// ```
/// row a        -^----------!        loads
/// row b        ---^--!              joins the load; its end changes nothing for a
/// load         -^------A
/// row a sees   -l------A
/// row b sees   ---l-!
/// row c        --------------^      a hit: no loading state
/// row c sees   --------------A
/// ```
///
/// - All interests in a key share the state of one ``Loader``, with its retries, timeouts and
///   freshness.
/// - A new interest joins the load in flight. If one interest ends, the others continue. After the
///   last one ends, the load is cancelled when the grace time has passed.
/// - A queue limits the number of running loads and starts those of the highest priority first.
/// - The cache evicts values by S3-FIFO. Like LRU, it keeps values that are used again. Unlike LRU,
///   it loses at most a tenth of its values to a fast scroll.
/// - A failure is a state. A retry loads the key again, and so does a new interest after a backoff.
///
/// Share one cache: create it where the app creates its loaders, not in the body of a view. The
/// cache may be used from any thread. Keys are hashed and compared under its lock, so their `==`
/// and `hash(into:)` must not call the cache.
///
/// When the cache is deallocated, loads without interests are cancelled; interests keep their
/// values. See <doc:CacheContract>.
public final class LoaderCache<
  Key: Hashable & Sendable,
  Value: Sendable,
  Failure: Error
>: Sendable {
  @usableFromInline let storage: CacheStorage<Key, Value, Failure>

  init(_ policy: CachePolicy<Value>, _ work: LoadWork<Key, Value, Failure>) {
    storage = CacheStorage(policy, work)
  }

  /// Creates a cache that shows the saved value of a key before it loads, and saves its values.
  package init(
    _ policy: CachePolicy<Value>,
    _ work: LoadWork<Key, Value, Failure>,
    records: any LoadRecords
  ) {
    storage = CacheStorage(policy, work, records)
  }

  deinit { storage.close() }

  // MARK: Interest

  /// Creates an interest in a key, which loads it unless it is fresh or its load is in flight.
  ///
  /// A failed key is loaded again after its backoff; see ``CachePolicy/afterFailure``. The load
  /// function may be called within this call, on the caller's thread. See
  /// <doc:CacheContract#C1-One-load-per-key>.
  ///
  /// - Parameters:
  ///   - key: The key to load.
  ///   - priority: The priority of the interest; normal by default.
  /// - Returns: The interest, which ends when it is cancelled or dropped.
  public func interest(
    in key: Key,
    at priority: LoadPriority = .normal
  ) -> LoadInterest<Key, Value, Failure> {
    LoadInterest(in: key, at: priority, of: storage)
  }

  /// Publishes the states of a key; each subscription is an interest in the key.
  ///
  /// - Parameters:
  ///   - key: The key to load, from the first subscription on.
  ///   - priority: The priority of each interest; normal by default.
  /// - Returns: A publisher of the current state and every change, in the order of a relay.
  @inlinable
  public func states(
    of key: Key,
    at priority: LoadPriority = .normal
  ) -> some ConcurrentPublisher<Loadable<Value, Failure>, Never> {
    KeyStates(key, priority, storage)
  }

  /// Publishes the states of several keys as one, with their values in the order of the keys.
  ///
  /// The state follows the table of `Loadable.zip`. Each subscription is one interest in each key,
  /// also in a key that occurs twice. A state that equals the one before is not published. Without
  /// keys the state is a loaded empty array, and the publisher completes. See
  /// <doc:CacheContract#C13-Several-keys-as-one-state>.
  ///
  /// - Parameters:
  ///   - keys: The keys to load, from the first subscription on.
  ///   - priority: The priority of each interest; normal by default.
  /// - Returns: A publisher of the current state and every change.
  public func states(
    of keys: some Sequence<Key>,
    at priority: LoadPriority = .normal
  ) -> some ConcurrentPublisher<Loadable<[Value], Failure>, Never> {
    ZippedKeyStates(keys, priority, storage)
  }

  /// Waits for the value of a key; the call is an interest in the key while it waits.
  ///
  /// A load in flight is joined, also a reload of a fresh value. Otherwise a fresh value is a hit:
  /// the call returns it immediately, also in a cancelled task. See
  /// <doc:CacheContract#C5-Synchronous-hits>.
  ///
  /// - Parameters:
  ///   - key: The key to load, unless its value is fresh or its load is in flight.
  ///   - priority: The priority of the interest; normal by default.
  /// - Returns: The value, without waiting if it is cached and fresh.
  /// - Throws: The failure of the load, or `CancellationError` if the waiting task or the load was
  ///   cancelled.
  @inlinable
  public func load(_ key: Key, at priority: LoadPriority = .normal) async throws -> Value {
    if let value = settledValue(for: key) { return value }
    return try await storage.load(key, at: priority)
  }

  /// Returns the value of a key that no caller waits for: it is fresh, and no load is in flight.
  @inlinable
  package func settledValue(for key: Key) -> Value? {
    storage.value(for: key, unlessLoading: true)
  }

  /// Prefetches keys that may be needed soon, except keys that are cached or in flight.
  ///
  /// By default these loads start after those of visible rows. A later interest in the same key
  /// joins the load and raises its priority. The values are cached like all others.
  ///
  /// - Parameters:
  ///   - keys: The keys to load.
  ///   - priority: The priority of the loads; low by default.
  /// - Returns: The interest in all keys. It ends when it is cancelled or dropped, and for each key
  ///   when that key has loaded or failed.
  public func prefetch(
    _ keys: some Sequence<Key>,
    at priority: LoadPriority = .low
  ) -> AnyCancellable {
    let streams = CancellableBag()
    for key in keys {
      let interest = interest(in: key, at: priority)
      if interest.state.isLoading {
        // The subscription owns the interest, and ends with it, because the states complete.
        streams.own(interest.states) { if !$0.isLoading { interest.cancel() } }
      } else {
        interest.cancel()
      }
    }
    // A load that ends within the cancel uses the bag, which the closure keeps until then.
    return AnyCancellable { streams.cancel() }
  }

  // MARK: Reading

  /// Returns the value of a key if it is cached and fresh.
  ///
  /// The call creates no interest, and a hit allocates nothing. A hit counts as a use of the
  /// value, for eviction. See <doc:CacheContract#C5-Synchronous-hits>.
  ///
  /// - Parameter key: The key of the value.
  /// - Returns: The value; `nil` if the key is not cached or its value is stale.
  @inlinable
  public func value(for key: Key) -> Value? { storage.value(for: key) }

  /// Returns the current state of a key, fresh or stale.
  ///
  /// The call creates no interest, and counts neither as a hit nor as a use of the value.
  ///
  /// - Parameter key: The key of the value.
  /// - Returns: The state that interests in the key share; without interests, the cached state.
  public func state(for key: Key) -> Loadable<Value, Failure> { storage.state(for: key) }

  /// Returns the date of the record that the visible value of a key comes from.
  ///
  /// It is known in every state, as that of a loader; `nil` for a value of this process.
  ///
  /// - Parameter key: The key of the value.
  /// - Returns: The date; `nil` without a value.
  public func savedAt(for key: Key) -> Date? { storage.savedAt(for: key) }

  /// Returns the value or the previous value of the current state of a key; see ``state(for:)``.
  package func latest(for key: Key) -> Value? { storage.latest(for: key) }

  /// Returns the value of a key, fresh or stale, by which new interests decide.
  package func storedValue(for key: Key) -> Value? { storage.storedValue(for: key) }

  /// A snapshot of the cache's counters and of its current size.
  public var statistics: CacheStatistics { storage.machine.withLock { $0.statistics } }

  /// The limits of the cache; initially those of its policy.
  ///
  /// A lower limit evicts immediately, outside every lock. When the setter returns, the cache is
  /// within its limits, and ``events`` has published each eviction in order on this thread. If
  /// another thread is publishing at that moment, that thread publishes them instead. Rows keep the
  /// values that they show. A higher limit evicts nothing. See
  /// <doc:CacheContract#C3-Cached-values>.
  ///
  /// The limits may be set from any thread. A change such as `limits.count = 200` reads and writes
  /// all limits, so one of two concurrent changes is lost.
  public var limits: CacheLimits {
    get { storage.limits }
    set { storage.limit(to: newValue) }
  }

  /// The evictions, expirations and refusals of the cache.
  ///
  /// Each is published on the thread that causes it.
  public var events: ReadOnlyEvents<CacheEvent<Key>> { storage.events.readOnly }
}

extension LoaderCache {
  /// Observes the loads and the values of this cache from now on.
  ///
  /// It is called in addition to the observer of the policy. Hits of ``value(for:)`` are observed
  /// from now on, and until the cache is deallocated they are slower. See
  /// <doc:ObservingLoads#O6-Start-and-end-of-an-observation>.
  ///
  /// - Parameter observer: The observer.
  /// - Returns: The observation, which ends when it is cancelled or released.
  public func observe(_ observer: LoadObserver) -> AnyCancellable {
    storage.isTimed.store(true, ordering: .relaxed)
    return storage.observed.add(observer)
  }
}

extension LoaderCache {
  /// Returns whether a key is in use: whether it has an interest.
  ///
  /// - Parameter key: The key.
  /// - Returns: True from the creation of the first interest to the end of the last one.
  public func isInUse(_ key: Key) -> Bool { storage.isInUse(key) }
}

extension LoaderCache: Described {
  package var objectText: ObjectText {
    let statistics = statistics
    let keys = statistics.activeKeys == 1 ? "key" : "keys"
    return ObjectText(
      "LoaderCache",
      name: nameInText,
      state: "\(statistics.count) cached, \(statistics.activeKeys) active \(keys)"
    )
  }

  package var debugDetails: [String?] {
    let limits = limits
    let cost = limits.cost.map { ", cost \(statistics.cost) of \($0)" } ?? ""
    let time = limits.timeToLive.map { ", time to live \($0.inWords)" } ?? ""
    return ["limit \(limits.count)\(cost)\(time)", storage.loading.inWords]
  }

  package var mirrorParts: KeyValuePairs<String, Any?> {
    [
      "name": nameInText ?? CacheStorage<Key, Value, Failure>.defaultName,
      "statistics": statistics,
      "keys": Array(storage.keys.prefix(10)), "limits": limits, "policy": storage.loading.inWords,
    ]
  }
}

extension LoaderCache: NamedObject {
  package var nameInText: String? { storage.policy.load.name }
  package var requestInText: Any? { nil }
}
