import Foundation
import ReactiveLoadable

/// A fetch of one URL, from the lookup in the store to the response or a redirect.
struct FetchRun {
  let fetcher: ResourceFetcher
  let request: ResourceRequest
  let report: @Sendable (FetchReport) -> Void

  var storage: FetchStorage { fetcher.storage }
  var now: Date { fetcher.wallClock.now() }
  private var heuristics: HeuristicFreshness { fetcher.policy.heuristics }

  func run(_ plan: FetchPlan) async throws(ResourceError) -> FetchStep {
    switch plan {
    case .serve(let cached, let isStale): return .found(served(cached, isStale: isStale))
    case .revalidate(let cached): return try await revalidate(cached)
    case .load: return try await fetch(revalidating: nil)
    case .fail: throw .notStored
    }
  }

  /// Looks the request up in the store, and decides about the first step.
  func plan() async throws(ResourceError) -> FetchPlan {
    try request.validate()
    try checkCancellation()
    let readsStore = request.isGet && request.cachePolicy != .reloadIgnoringStore
    let cached = readsStore ? await storage.cached(for: request, at: now) : nil
    try checkCancellation()
    return FetchPlan(request.cachePolicy, cached: cached, at: now, heuristics: heuristics)
  }

  /// Returns a stored response that needs no request, which counts as a hit.
  func served(_ cached: CachedResource, isStale: Bool) -> FetchedResource {
    storage.count(\.hits)
    return fromStore(cached, isStale: isStale)
  }

  private func revalidate(_ cached: CachedResource) async throws(ResourceError) -> FetchStep {
    let isReported = request.cachePolicy != .reload && mayReport(cached)
    if isReported { report(.stored(fromStore(cached))) }
    do {
      return try await fetch(revalidating: cached)
    } catch {
      guard error.allowsStale, !cached.isInvalidated else { throw error }
      let replacesError = cached.stored.allowsStaleIfError(at: now, heuristics: heuristics)
      guard request.cachePolicy == .standard else {
        if !isReported, replacesError || mayReport(cached) { report(.stored(fromStore(cached))) }
        throw error
      }
      guard replacesError else { throw error }
      storage.count(\.staleIfErrors)
      return .found(fromStore(cached, isStale: true))
    }
  }

  /// Returns true if a stored response may be shown while the request for it is sent.
  private func mayReport(_ cached: CachedResource) -> Bool {
    !cached.isInvalidated && fetcher.policy.mayReport(cached.stored, at: now)
  }

  private func fromStore(_ cached: CachedResource) -> FetchedResource {
    fromStore(cached, isStale: !cached.stored.isFresh(at: now, heuristics: heuristics))
  }

  /// Returns a stored response with its current age, without revalidation (RFC 9111, 4).
  private func fromStore(_ cached: CachedResource, isStale: Bool) -> FetchedResource {
    var resource = resource(cached, from: .disk)
    resource.isStale = isStale
    resource.headers = cached.stored.aged(at: now)
    return resource
  }

  func resource(_ cached: CachedResource, from source: FetchedResource.Source) -> FetchedResource {
    let asksAgain = request.cachePolicy == .storeThenNetwork
    return FetchedResource(
      body: cached.body,
      url: request.url,
      source: source,
      headers: cached.stored.headers,
      received: cached.stored.received,
      lifetime: fetcher.policy.lifetime(of: cached.stored, at: now)
        .orShorter(CacheLifetime(freshness: asksAgain ? .never : .forever))
    )
  }

  private func fetch(revalidating cached: CachedResource?) async throws(ResourceError) -> FetchStep
  {
    let part = request.isGet ? storage.takePart(for: request) : nil
    return try await perform(ConditionalRequest(request: request, cached: cached, part: part))
  }

  func checkCancellation() throws(ResourceError) { if Task.isCancelled { throw .cancelled } }
}

/// The result of a fetch of one URL.
enum FetchStep {
  case found(FetchedResource)
  /// The value of `Location`, the status, and the longest lifetime in memory of the target.
  case redirected(to: String, status: Int, CacheLifetime)
}

extension FetchRun {
  /// Sends a request, and handles its response.
  func perform(_ conditional: ConditionalRequest) async throws(ResourceError) -> FetchStep {
    let requested = now
    let response = try await send(conditional)
    let arrival = FetchArrival(headers: response.headers, requested: requested, received: now)
    // Redirects, too: the server has performed a write that it answers with 303.
    if !request.method.isSafe, 200..<400 ~= response.status { await storage.invalidate(request) }
    switch FetchDecision(response, to: conditional, at: arrival.received) {
    case .refresh(let cached):
      await drain(response.body)
      return .found(await refresh(cached, arrival))
    case .replace:
      guard !conditional.isFromOtherURL(response) else {
        return try await downloadFromOtherURL(response, arrival)
      }
      return .found(try await download(response.body, after: nil, arrival))
    case .resume(let part):
      storage.count(\.resumed)
      return .found(try await download(response.body, after: part, arrival))
    case .receive: return .found(try await receive(response, arrival))
    case .redirect(let location):
      await drain(response.body)
      return await redirect(to: location, response.status, arrival)
    case .requestAgain:
      return try await perform(ConditionalRequest(request: request, isRepeated: true))
    case .fail(let error):
      returnPart(of: conditional)
      if request.isGet { throw error }
      let described = await error.with(response.body)
      try checkCancellation()
      throw described
    }
  }

  private func send(
    _ conditional: ConditionalRequest
  ) async throws(ResourceError) -> ResourceResponse {
    do {
      try checkCancellation()
      storage.count(\.requests)
      return try await Transfer.$limit.withValue(fetcher.policy.sizeLimit) {
        try await fetcher.transport.send(conditional.sent)
      }
    } catch {
      returnPart(of: conditional)
      throw ResourceError(thrown: error)
    }
  }

  /// Follows to another URL; the record stored under this URL is superseded.
  private func redirect(
    to location: String,
    _ status: Int,
    _ arrival: FetchArrival
  ) async -> FetchStep {
    let hop = arrival.stored(for: request, after: nil, length: 0)
    if request.isGet { await storage.supersede(request, at: hop.second) }
    return .redirected(to: location, status: status, fetcher.policy.lifetimeBehind(hop, at: now))
  }

  /// Reads the response to a request that is no GET, which is not stored.
  private func receive(
    _ response: ResourceResponse,
    _ arrival: FetchArrival
  ) async throws(ResourceError) -> FetchedResource {
    // The length is that of another body, or of none (RFC 9110, 8.6).
    let hasBody = request.method != .head && response.status != 204
    let headers = hasBody ? arrival.headers : arrival.headers.without(["content-length"])
    var reading = BodyReading(after: nil, headers: headers, limit: fetcher.policy.sizeLimit)
    try await reading.read(response.body, report)
    return FetchedResource(
      body: reading.body,
      url: response.url ?? request.url,
      source: .network,
      status: response.status,
      headers: arrival.headers,
      received: arrival.received,
      lifetime: CacheLifetime(freshness: .never, timeToLive: .zero)
    )
  }

  /// Reads the response of a transport that followed redirects itself.
  ///
  /// The redirects are unknown, so the response is used once and not stored.
  private func downloadFromOtherURL(
    _ response: ResourceResponse,
    _ arrival: FetchArrival
  ) async throws(ResourceError) -> FetchStep {
    let limit = fetcher.policy.sizeLimit
    var reading = BodyReading(after: nil, headers: arrival.headers, limit: limit)
    try await reading.read(response.body, report)
    let stored = arrival.stored(for: request, after: nil, length: reading.body.count)
    await storage.supersede(request, at: stored.second)
    var found = resource(CachedResource(stored: stored, body: reading.body), from: .network)
    found.url = response.url
    found.lifetime = CacheLifetime(freshness: .never, timeToLive: .zero)
    return .found(found)
  }

  /// Reads an empty body to its end, so that the connection can be reused.
  private func drain(_ body: ResourceBody) async {
    var rest = body.makeAsyncIterator()
    _ = try? await rest.next()
  }

  private func refresh(_ cached: CachedResource, _ arrival: FetchArrival) async -> FetchedResource {
    storage.count(\.revalidations)
    let stored = arrival.refreshing(cached.stored, for: request)
    let refreshed = CachedResource(stored: stored, body: cached.body)
    await storage.refresh(with: refreshed, for: request)
    return resource(refreshed, from: .disk)
  }

  private func download(
    _ chunks: ResourceBody,
    after part: PartialBody?,
    _ arrival: FetchArrival
  ) async throws(ResourceError) -> FetchedResource {
    let limit = fetcher.policy.sizeLimit
    var reading = BodyReading(after: part, headers: arrival.headers, limit: limit)
    do {
      try await reading.read(chunks, report)
    } catch {
      storePart(reading, after: part, arrival, error)
      throw error
    }
    let stored = arrival.stored(for: request, after: part, length: reading.body.count)
    let cached = CachedResource(stored: stored, body: reading.body)
    await storage.replace(with: cached, for: request)
    return resource(cached, from: .network)
  }

  private func returnPart(of conditional: ConditionalRequest) {
    if let part = conditional.part { storage.storePart(part, for: request, isReturned: true) }
  }

  private func storePart(
    _ reading: BodyReading,
    after part: PartialBody?,
    _ arrival: FetchArrival,
    _ error: ResourceError
  ) {
    switch error {
    case .tooLarge, .status, .notStored, .invalidField, .invalidMethod, .unauthorized, .redirect:
      return
    case .cancelled, .incomplete, .transport: break
    }
    guard let expected = reading.expected else { return }
    let stored = arrival.stored(for: request, after: part, length: Int(expected))
    guard let part = PartialBody(reading.body, of: stored) else { return }
    storage.storePart(part, for: request)
  }
}

/// The header fields of a response, with the times that determine its age.
struct FetchArrival {
  let headers: HTTPFields
  let requested: Date
  let received: Date

  func refreshing(_ stored: StoredResponse, for request: ResourceRequest) -> StoredResponse {
    stored.refreshed(
      by: headers,
      request: request.storedFields,
      requested: requested,
      received: received
    )
  }

  /// Returns the complete response, also if this one is its rest (RFC 9111, 3.4).
  func stored(
    for request: ResourceRequest,
    after part: PartialBody?,
    length: Int
  ) -> StoredResponse {
    if let part { return refreshing(part.stored, for: request) }
    return StoredResponse(
      headers: headers,
      request: request.storedFields,
      length: length,
      requested: requested,
      received: received
    )
  }
}
