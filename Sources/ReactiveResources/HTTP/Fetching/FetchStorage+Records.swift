import Foundation

extension FetchStorage {
  /// Counts a fetch as in flight until ``end(_:)``.
  func start(_ request: ResourceRequest) { shared.withLock { $0.ledger.start(request.key) } }

  /// Counts a fetch to which a redirect leads as in flight until ``end(_:)``.
  func start(_ request: ResourceRequest, redirectedFrom first: ResourceRequest) {
    shared.withLock { $0.ledger.start(request.key, redirectedFrom: first.key) }
  }

  func end(_ request: ResourceRequest) { shared.withLock { $0.ledger.end(request.key) } }

  /// Returns the record of a request, unless a newer response superseded it.
  func cached(for request: ResourceRequest, at now: Date) async -> CachedResource? {
    let key = request.key
    guard store != nil else { return nil }
    let invalidation = invalidation(of: key)
    if invalidation == .superseded {
      // The target of a removed redirect has been marked, but nothing else removes its record.
      if isRemoved(key) { setInvalidation(.superseded, of: key) }
      await remove(key)
      return nil
    }
    let record = await attempt(.read, key) { try await $0.record(for: key) }
    guard var cached = record.flatMap({ $0 }).flatMap({ CachedResource($0, for: request) }) else {
      return nil
    }
    // A record from the future does not count as newer: the clock was set back.
    if cached.stored.received <= now { _ = recordDate(cached.stored.second, for: key) }
    cached.isInvalidated = invalidation != nil
    return cached
  }

  /// Stores a response; the previous record must not be used any more.
  func replace(with cached: CachedResource, for request: ResourceRequest) async {
    guard mayStore(cached, for: request) else {
      await supersede(request, at: cached.stored.second)
      return
    }
    await store(cached, for: request, .superseded)
  }

  /// Stores a response that a 304 updated; if that fails, the previous record stays.
  func refresh(with cached: CachedResource, for request: ResourceRequest) async {
    guard cached.stored.isStorable else {
      await supersede(request, at: cached.stored.second)
      return
    }
    guard mayStore(cached, for: request) else {
      setInvalidation(.notRefreshed, of: request.key)
      return
    }
    await store(cached, for: request, .notRefreshed)
  }

  /// Removes the record that a newer response superseded without being stored.
  func supersede(_ request: ResourceRequest, at second: Double) async {
    guard store != nil, recordDate(second, for: request.key) else { return }
    setInvalidation(.superseded, of: request.key)
    await remove(request.key)
  }

  private func store(
    _ cached: CachedResource,
    for request: ResourceRequest,
    _ invalidation: RecordLedger.Invalidation
  ) async {
    let (key, second) = (request.key, cached.stored.second)
    // A response that is older than the record does not replace it.
    guard store != nil, startSave(of: key, at: second) else { return }
    let isSaved = await attempt(.save, key) { try await $0.save(cached.record, for: key) } != nil
    guard endSave(of: key, at: second) else {
      // A newer response arrived during the write: the store may have either of the two. Or the record
      // was removed during the write.
      setInvalidation(.superseded, of: key)
      return await remove(key)
    }
    setInvalidation(isSaved ? nil : invalidation, of: key)
    if !isSaved, invalidation == .superseded { await remove(key) }
  }

  private func remove(_ key: String) async {
    let isRemoved = await attempt(.remove, key) { try await $0.removeRecord(for: key) } != nil
    if isRemoved { setInvalidation(nil, of: key) }
  }

  private func mayStore(_ cached: CachedResource, for request: ResourceRequest) -> Bool {
    cached.stored.isStorable && !CacheControl(request.headers["cache-control"]).noStore
  }
}

extension FetchStorage {
  private func recordDate(_ second: Double, for key: String) -> Bool {
    shared.withLock { $0.ledger.recordDate(second, for: key) }
  }

  private func startSave(of key: String, at second: Double) -> Bool {
    shared.withLock { $0.ledger.startSave(of: key, at: second) }
  }

  /// Resumes the removals that wait for the write; returns `false` if it has been superseded.
  private func endSave(of key: String, at second: Double) -> Bool {
    let (isCurrent, waiting) = shared.withLock { shared in
      let isCurrent = shared.ledger.endSave(of: key, at: second)
      let isSaving = shared.ledger.isSaving(key)
      return (isCurrent, isSaving ? nil : shared.waitingRemovals.removeValue(forKey: key))
    }
    for removal in waiting ?? [] { removal.resume() }
    return isCurrent
  }

  private func isRemoved(_ key: String) -> Bool {
    shared.withLock { $0.ledger.isRemoved(key) }
  }

  private func invalidation(of key: String) -> RecordLedger.Invalidation? {
    shared.withLock { $0.ledger.invalidation(of: key) }
  }

  func setInvalidation(_ invalidation: RecordLedger.Invalidation?, of key: String) {
    guard store != nil else { return }
    shared.withLock { $0.ledger.setInvalidation(invalidation, of: key) }
  }
}
