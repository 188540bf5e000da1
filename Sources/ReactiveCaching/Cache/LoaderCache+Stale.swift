public import ReactiveLoading
import ReactiveRelays

extension LoaderCache {
  /// Returns the value of a key immediately if it is cached, and reloads a stale one behind it.
  ///
  /// A server answers from memory, and no request waits for a reload. All calls share one reload,
  /// which belongs to the cache: it continues after its callers, and ends with the cache. Its
  /// failure is visible in the states of the key and to observers; until the backoff of
  /// ``CachePolicy/afterFailure`` has passed, calls return the stale value and start no other
  /// reload. Without a value that is allowed, the call waits as ``load(_:at:)`` does. See
  /// <doc:CacheContract#C14-Stale-values-while-they-reload>.
  ///
  /// - Parameters:
  ///   - key: The key of the value.
  ///   - time: The time for which a value may be stale. `.forever` allows invalidated values,
  ///     too; `.never` allows none. No value is returned after its time to live.
  ///   - priority: The priority of the load; normal by default.
  /// - Returns: The value, fresh or stale, without waiting if it is cached.
  /// - Throws: Without a value that is allowed, the errors of ``load(_:at:)``.
  public func load(
    _ key: Key,
    allowingStale time: Freshness,
    at priority: LoadPriority = .normal
  ) async throws -> Value {
    if let value = value(for: key) { return value }
    guard let stale = storage.staleValue(for: key, allowing: time) else {
      if storage.records != nil {
        return try await loadOrRestore(key, allowingStale: time, at: priority)
      }
      return try await storage.load(key, at: priority)
    }
    reload(key, at: priority)
    return stale
  }

  /// Waits for the value of a key, or for a restored one that is allowed, which is then reloaded.
  private func loadOrRestore(
    _ key: Key,
    allowingStale time: Freshness,
    at priority: LoadPriority
  ) async throws -> Value {
    let interest = interest(in: key, at: priority)
    defer { interest.cancel() }
    for await state in interest.states.elements {
      if case .loaded(let value) = state { return value }
      if let stale = storage.staleValue(for: key, allowing: time) {
        reload(key, at: priority)
        return stale
      }
      switch state {
      case .loading: continue
      case .failed(let failed): throw failed.error
      case .loaded, .notRequested: throw CancellationError()
      }
    }
    throw CancellationError()
  }

  /// Reloads a key unless it is fresh, with an interest of the cache until the load ends.
  private func reload(_ key: Key, at priority: LoadPriority) {
    if storage.isReloading(key) { return }
    let (storage, interest) = (storage, interest(in: key, at: priority))
    storage.setReloading(interest.entry, true)
    storage.streams.own(interest.states) { state in
      if state.isLoading { return }
      storage.setReloading(interest.entry, false)
      interest.cancel()
    }
  }
}
