public import ReactiveLoading
import ReactiveRelays

// Tasks that wait for keys.

extension CacheStorage {
  /// Waits for the value of a key that has none to return now, with an interest during the wait.
  // NB: Without an object for the interest and a state, which would look up their types.
  @usableFromInline
  func load(_ key: Key, at priority: LoadPriority) async throws -> Value {
    let entry = addInterest(key, at: priority).entry
    defer { removeInterest(entry, at: priority) }
    while true {
      guard let end = try await end(of: entry) else {
        guard let value = try settledValue(of: entry) else { continue }
        return value
      }
      if let value = end.value { return value.assumed(of: Value.self).value }
      if let failure = end.failure { throw failure.assumed(of: Failure.self).value }
      throw CancellationError()
    }
  }

  /// Waits for the end of the load of a key, or of the load that replaces it.
  ///
  /// - Returns: The end; `nil` without a load in flight.
  /// - Throws: An error if the waiting task was cancelled.
  func end(of entry: AnyCacheEntry) async throws(CancellationError) -> AnyLoadOutcome? {
    while let load = running(entry) {
      guard let end = await load.outcome(whenCancelled: .stopWaiting) else {
        throw CancellationError()
      }
      // Another load runs now, because an invalidation made the result of this one stale.
      if end.kind != .replaced { return end }
    }
    return nil
  }

  private func running(_ anyEntry: AnyCacheEntry) -> RunningLoad? {
    machine.raw.acquire()
    let loader = entry(anyEntry).loader
    machine.raw.release()
    return loader?.shell.running
  }

  /// Returns the value or throws the failure of a key; `nil` if a load has started since none ran.
  @inline(never)
  private func settledValue(of entry: AnyCacheEntry) throws -> Value? {
    switch state(of: entry) {
    case .loaded(let value): return value
    case .failed(let failed): throw failed.error
    case .notRequested: throw CancellationError()
    case .loading: return nil
    }
  }
}

// MARK: Stale values

extension CacheStorage {
  /// Returns the value of a key that has been stale for a time at most.
  func staleValue(for key: Key, allowing time: Freshness) -> Value? {
    let now = now
    return machine.withLock { $0.staleValue(of: key, allowing: time, at: now) }?
      .assumed(of: Value.self).value
  }

  /// Returns whether the cache has an interest in the load of a key, and another one would join it.
  func isReloading(_ key: Key) -> Bool {
    machine.withLock { $0.table[key]?.isReloading ?? false }
  }

  func setReloading(_ entry: AnyCacheEntry, _ isReloading: Bool) {
    locked { entry.core.isReloadOfCache = isReloading }
  }
}
