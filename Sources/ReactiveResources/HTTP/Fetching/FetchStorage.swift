import Foundation
import ReactiveLoadable

/// The shared state of the fetches of one fetcher: the store, partial downloads, counts.
final class FetchStorage: Sendable {
  /// The state under one lock, under which no code of the caller runs.
  struct Shared {
    var counts = FetchCounts()
    var parts: PartialBodies?
    var ledger = RecordLedger()
    /// The removals that wait for the writes of their record.
    var waitingRemovals: [String: [CheckedContinuation<Void, Never>]] = [:]
  }

  let store: (any ResourceStore)?
  private let onStoreFailure: @Sendable (StoreFailure) -> Void
  let shared: Lock<Shared>

  init(store: (any ResourceStore)?, policy: FetchPolicy) {
    self.store = store
    onStoreFailure = policy.onStoreFailure
    switch policy.resuming {
    case .never: shared = Lock(Shared())
    case .keeping(let limit): shared = Lock(Shared(parts: PartialBodies(limit: limit)))
    }
  }

  var counts: FetchCounts { shared.withLock { $0.counts } }

  func count(_ what: WritableKeyPath<FetchCounts, Int>) {
    shared.withLock { $0.counts[keyPath: what] += 1 }
  }

  func ledger<Result>(_ body: (inout RecordLedger) -> Result) -> Result {
    shared.withLock { body(&$0.ledger) }
  }

  /// Calls the store; returns `nil` after a failure, which is reported unless it is a cancellation.
  func attempt<Result>(
    _ operation: StoreFailure.Operation,
    _ key: String,
    _ work: (any ResourceStore) async throws -> Result
  ) async -> Result? {
    guard let store else { return nil }
    do {
      return try await work(store)
    } catch {
      report(StoreFailure(operation: operation, key: key, error: error))
      return nil
    }
  }

  /// Counts and reports a failure of the store, unless it is a cancellation.
  func report(_ failure: StoreFailure) {
    let error = failure.error.underlying
    guard !ResourceError.isCancellation(error), !error.countsAsCancellation else { return }
    count(\.storeFailures)
    onStoreFailure(failure)
  }

  func takePart(for request: ResourceRequest) -> PartialBody? {
    shared.withLock { $0.parts?.take(request.key, for: request.storedFields) }
  }

  /// Stores a partial body; one that is put back does not replace a newer one.
  func storePart(_ part: PartialBody, for request: ResourceRequest, isReturned: Bool = false) {
    _ = shared.withLock { shared -> (PartialBody?, [PartialBody]?) in
      let isReplaced = isReturned && shared.parts?.contains(request.key) ?? false
      guard !isReplaced, shared.ledger.mayStorePart(for: request.key) else { return (nil, nil) }
      let replaced = shared.parts?.remove(request.key)
      let dropped = shared.parts?.store(part, for: request.key)
      shared.counts.discardedParts += dropped?.count ?? 0
      return (replaced, dropped)
    }
  }

  // MARK: Removals

  /// Removes partial downloads and starts to remove records, until ``endRemoval(of:)``.
  ///
  /// The records are misses from now on, and the fetches in flight store nothing. The result also
  /// has the keys to which redirects of these fetches have led.
  func startRemoval(of keys: Set<String>) -> Set<String> {
    let (all, parts) = shared.withLock { shared in
      let all = keys.reduce(into: keys) { $0.formUnion(shared.ledger.targets(of: $1)) }
      let parts = all.map { key in
        shared.ledger.startRemoval(key)
        return shared.parts?.remove(key)
      }
      return (all, parts)
    }
    withExtendedLifetime(parts) {}
    return all
  }

  /// Removes records from the store; those that it fails to remove are misses afterwards, too.
  ///
  /// A record that is being written is removed after that.
  ///
  /// - Throws: The first failure, after all removals.
  func endRemoval(of keys: Set<String>) async throws(StoreFailure) {
    var failure: StoreFailure?
    for key in keys {
      do throws(StoreFailure) {
        await savesEnd(of: key)
        try await removeRecord(for: key)
      } catch {
        failure = failure ?? error
      }
      ledger { $0.endRemoval(key) }
    }
    if let failure { throw failure }
  }

  /// Removes the record that a successful write has made outdated (RFC 9111, 4.4).
  ///
  /// The fetches in flight may have read the state before the write, so they store nothing. A
  /// failure of the store is reported.
  func invalidate(_ request: ResourceRequest) async {
    try? await endRemoval(of: startRemoval(of: [request.key]))
  }

  /// Returns when the writes of a record have ended, which began before its removal.
  private func savesEnd(of key: String) async {
    await withCheckedContinuation { continuation in
      let isSaving = shared.withLock { shared in
        let isSaving = shared.ledger.isSaving(key)
        if isSaving { shared.waitingRemovals[key, default: []].append(continuation) }
        return isSaving
      }
      if !isSaving { continuation.resume() }
    }
  }

  private func removeRecord(for key: String) async throws(StoreFailure) {
    do {
      try await store?.removeRecord(for: key)
      setInvalidation(nil, of: key)
    } catch {
      setInvalidation(.superseded, of: key)
      let failure = StoreFailure(operation: .remove, key: key, error: error)
      report(failure)
      throw failure
    }
  }

  /// Starts the removal of all records and partial downloads.
  ///
  /// No record is used or stored until ``endRemovalOfAll()``. The fetches in flight store nothing.
  func startRemovalOfAll() {
    ledger { $0.startRemovalOfAll() }
    removeParts()
  }

  /// Removes all records from the store; after a failure none of them is used any more.
  func endRemovalOfAll() async throws(StoreFailure) {
    for key in ledger(\.savingKeys) { await savesEnd(of: key) }
    do {
      try await store?.removeAll()
      ledger { $0.endRemovalOfAll(hasFailed: false) }
    } catch {
      ledger { $0.endRemovalOfAll(hasFailed: true) }
      let failure = StoreFailure(operation: .removeAll, key: "", error: error)
      report(failure)
      throw failure
    }
  }

  /// Drops all partial downloads, also those that fetches in flight would leave.
  func removeParts() {
    let parts = shared.withLock { shared in
      defer { shared.parts?.removeAll() }
      shared.ledger.removeParts()
      return shared.parts
    }
    withExtendedLifetime(parts) {}
  }

  // MARK: Records

  /// Returns the record of a request, unless a newer response superseded it.
  func cached(for request: ResourceRequest, at now: Date) async -> CachedResource? {
    let key = request.key
    guard store != nil, !ledger(\.isRemovingAll) else { return nil }
    let invalidation = ledger { $0.invalidation(of: key) }
    if invalidation == .superseded {
      // The target of a removed redirect has been marked, but nothing else removes its record.
      if ledger({ $0.isRemoved(key) }) { setInvalidation(.superseded, of: key) }
      await remove(key)
      return nil
    }
    let record = await attempt(.read, key) { try await $0.record(for: key) }
    guard var cached = record.flatMap({ $0 }).flatMap({ CachedResource($0, for: request) }) else {
      return nil
    }
    // A record from the future does not count as newer: the clock was set back.
    if cached.stored.received <= now {
      _ = ledger { $0.recordDate(cached.stored.second, for: key) }
    }
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
    guard store != nil, ledger({ $0.recordDate(second, for: request.key) }) else { return }
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
    guard store != nil, ledger({ $0.startSave(of: key, at: second) }) else { return }
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

  func setInvalidation(_ invalidation: RecordLedger.Invalidation?, of key: String) {
    guard store != nil else { return }
    ledger { $0.setInvalidation(invalidation, of: key) }
  }
}
