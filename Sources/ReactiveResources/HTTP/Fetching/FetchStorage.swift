import Foundation
import ReactiveLoadable

/// What the fetches of one fetcher share: the store, the beginnings of bodies, the counts.
final class FetchStorage: Sendable {
  private let store: (any ResourceStore)?
  private let onStoreFailure: @Sendable (StoreFailure) -> Void
  private let shared: Lock<(counts: FetchCounts, parts: PartialBodies?)>

  init(store: (any ResourceStore)?, policy: FetchPolicy) {
    self.store = store
    onStoreFailure = policy.onStoreFailure
    switch policy.resuming {
    case .never: shared = Lock((FetchCounts(), nil))
    case .keeping(let limit): shared = Lock((FetchCounts(), PartialBodies(limit: limit)))
    }
  }

  var counts: FetchCounts { shared.withLock { $0.counts } }

  func count(_ what: WritableKeyPath<FetchCounts, Int>) {
    shared.withLock { $0.counts[keyPath: what] += 1 }
  }
}

extension FetchStorage {
  func kept(for request: ResourceRequest) async -> KeptResource? {
    let record = await attempt(.read, request.key) { try await $0.record(for: request.key) }
    return record.flatMap { $0 }.flatMap { KeptResource($0, for: request) }
  }

  /// Keeps what may be kept, and forgets what was there before in any case.
  func keep(_ kept: KeptResource, for request: ResourceRequest) async {
    guard kept.stored.mayBeKept, !CacheControl(request.headers["cache-control"]).noStore else {
      await attempt(.remove, request.key) { try await $0.removeRecord(for: request.key) }
      return
    }
    await attempt(.keep, request.key) { try await $0.keep(kept.record, for: request.key) }
  }

  @discardableResult
  private func attempt<Result>(
    _ operation: StoreFailure.Operation,
    _ key: String,
    _ work: (any ResourceStore) async throws -> Result
  ) async -> Result? {
    guard let store else { return nil }
    do {
      return try await work(store)
    } catch {
      count(\.storeFailures)
      onStoreFailure(StoreFailure(operation: operation, key: key, error: LoadError(error)))
      return nil
    }
  }
}

extension FetchStorage {
  func takePart(for request: ResourceRequest) -> PartialBody? {
    shared.withLock { $0.parts?.take(request.key, for: request.headers) }
  }

  func keepPart(_ part: PartialBody, for request: ResourceRequest) {
    shared.withLock { $0.counts.droppedParts += $0.parts?.keep(part, for: request.key) ?? 0 }
  }

  func putBackPart(_ part: PartialBody, for request: ResourceRequest) {
    shared.withLock { $0.counts.droppedParts += $0.parts?.putBack(part, for: request.key) ?? 0 }
  }
}
