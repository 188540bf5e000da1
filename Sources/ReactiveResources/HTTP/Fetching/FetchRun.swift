import Foundation

/// One fetch, from the look into the store to the answer.
struct FetchRun {
  let fetcher: ResourceFetcher
  let request: ResourceRequest
  let report: @Sendable (FetchReport) -> Void

  var storage: FetchStorage { fetcher.storage }
  var now: Date { fetcher.wallClock.now() }
  private var heuristics: HeuristicFreshness { fetcher.policy.heuristics }

  func run() async throws(ResourceError) -> FetchedResource {
    try checkCancellation()
    let kept = request.cacheUse == .reloadIgnoringStore ? nil : await storage.kept(for: request)
    try checkCancellation()
    switch FetchPlan(request.cacheUse, kept: kept, at: now, heuristics: heuristics) {
    case .answer(let kept, let isStale):
      storage.count(\.hits)
      return resource(kept, from: .disk, isStale: isStale)
    case .revalidate(let kept): return try await revalidate(kept)
    case .load: return try await ask(about: nil)
    case .giveUp: throw .notStored
    }
  }

  private func revalidate(_ kept: KeptResource) async throws(ResourceError) -> FetchedResource {
    if request.cacheUse == .standard, fetcher.policy.shows(kept.stored, at: now) {
      report(.stale(resource(kept, from: .disk, isStale: true)))
    }
    do {
      return try await ask(about: kept)
    } catch {
      guard request.cacheUse == .standard, error.mayBeStoodInFor,
        kept.stored.mayStandInForError(at: now, heuristics: heuristics)
      else { throw error }
      storage.count(\.standIns)
      return resource(kept, from: .disk, isStale: true)
    }
  }

  func resource(
    _ kept: KeptResource,
    from source: FetchedResource.Source,
    isStale: Bool = false
  ) -> FetchedResource {
    FetchedResource(
      body: kept.body,
      source: source,
      isStale: isStale,
      headers: kept.stored.headers,
      received: kept.stored.received,
      lifetime: fetcher.policy.lifetime(of: kept.stored, at: now)
    )
  }

  private func ask(about kept: KeptResource?) async throws(ResourceError) -> FetchedResource {
    let part = storage.takePart(for: request)
    return try await ask(FetchQuestion(request, kept: kept, part: part))
  }

  func checkCancellation() throws(ResourceError) { if Task.isCancelled { throw .cancelled } }
}
