import Foundation

extension FetchStorage {
  /// Counts a fetch as in flight until ``end(_:)``.
  func begin(_ request: ResourceRequest) { shared.withLock { $0.ledger.begin(request.key) } }

  func end(_ request: ResourceRequest) { shared.withLock { $0.ledger.end(request.key) } }

  /// Returns the record of a request, unless a newer response superseded it.
  func kept(for request: ResourceRequest, at now: Date) async -> KeptResource? {
    let key = request.key
    guard store != nil else { return nil }
    let doubt = doubt(about: key)
    if doubt == .superseded {
      await remove(key)
      return nil
    }
    let record = await attempt(.read, key) { try await $0.record(for: key) }
    guard var kept = record.flatMap({ $0 }).flatMap({ KeptResource($0, for: request) }) else {
      return nil
    }
    // A record from the future does not count as newer: the clock was set back.
    if kept.stored.received <= now { _ = note(kept.stored.second, for: key) }
    kept.isDoubtful = doubt != nil
    return kept
  }

  /// Stores a response; the previous record must not be used any more.
  func replace(with kept: KeptResource, for request: ResourceRequest) async {
    guard mayStore(kept, for: request) else {
      await supersede(request, at: kept.stored.second)
      return
    }
    await store(kept, for: request, .superseded)
  }

  /// Stores a response that a 304 updated; if that fails, the previous record stays.
  func renew(with kept: KeptResource, for request: ResourceRequest) async {
    guard kept.stored.isStorable else {
      await supersede(request, at: kept.stored.second)
      return
    }
    guard mayStore(kept, for: request) else {
      setDoubt(.unrenewed, about: request.key)
      return
    }
    await store(kept, for: request, .unrenewed)
  }

  /// Removes the record that a newer response superseded without being stored.
  func supersede(_ request: ResourceRequest, at second: Double) async {
    guard store != nil, note(second, for: request.key) else { return }
    setDoubt(.superseded, about: request.key)
    await remove(request.key)
  }

  private func store(
    _ kept: KeptResource,
    for request: ResourceRequest,
    _ doubt: RecordLedger.Doubt
  ) async {
    let (key, second) = (request.key, kept.stored.second)
    // A response that is older than the record does not replace it.
    guard store != nil, note(second, for: key) else { return }
    let isKept = await attempt(.save, key) { try await $0.save(kept.record, for: key) } != nil
    guard note(second, for: key) else {
      // A newer response arrived during the write: the store may have either of the two.
      setDoubt(.superseded, about: key)
      return await remove(key)
    }
    setDoubt(isKept ? nil : doubt, about: key)
    if !isKept, doubt == .superseded { await remove(key) }
  }

  private func remove(_ key: String) async {
    let isGone = await attempt(.remove, key) { try await $0.removeRecord(for: key) } != nil
    if isGone { setDoubt(nil, about: key) }
  }

  private func mayStore(_ kept: KeptResource, for request: ResourceRequest) -> Bool {
    kept.stored.isStorable && !CacheControl(request.headers["cache-control"]).noStore
  }
}

extension FetchStorage {
  private func note(_ second: Double, for key: String) -> Bool {
    shared.withLock { $0.ledger.note(second, for: key) }
  }

  private func doubt(about key: String) -> RecordLedger.Doubt? {
    shared.withLock { $0.ledger.doubt(about: key) }
  }

  private func setDoubt(_ doubt: RecordLedger.Doubt?, about key: String) {
    guard store != nil else { return }
    shared.withLock { $0.ledger.setDoubt(doubt, about: key) }
  }
}
