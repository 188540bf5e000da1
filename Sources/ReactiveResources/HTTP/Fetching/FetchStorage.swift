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
}

extension FetchStorage {
  func takePart(for request: ResourceRequest) -> PartialBody? {
    shared.withLock { $0.parts?.take(request.key, for: request.storedFields) }
  }

  func storePart(_ part: PartialBody, for request: ResourceRequest) {
    shared.withLock {
      guard $0.ledger.mayStorePart(for: request.key) else { return }
      $0.counts.discardedParts += $0.parts?.store(part, for: request.key) ?? 0
    }
  }

  func returnPart(_ part: PartialBody, for request: ResourceRequest) {
    shared.withLock {
      guard $0.ledger.mayStorePart(for: request.key) else { return }
      $0.counts.discardedParts += $0.parts?.returnPart(part, for: request.key) ?? 0
    }
  }
}
