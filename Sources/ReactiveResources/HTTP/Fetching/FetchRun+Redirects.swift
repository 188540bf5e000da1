import Foundation
import ReactiveLoadable

extension FetchRun {
  /// Follows to another URL; the record stored under this URL is superseded.
  func redirect(to location: String, _ arrival: FetchArrival) async -> FetchStep {
    let hop = arrival.stored(for: request, after: nil, length: 0)
    await storage.supersede(request, at: hop.second)
    return .redirected(to: location, fetcher.policy.lifetimeBehind(hop, at: now))
  }

  /// Reads the response of a transport that followed redirects itself.
  ///
  /// The redirects are unknown, so the response is used once and not stored.
  func downloadFromOtherURL(
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
}

extension FetchPolicy {
  /// Returns the lifetime in memory of a redirect's target: no longer than that of the redirect.
  fileprivate func lifetimeBehind(_ hop: StoredResponse, at date: Date) -> CacheLifetime {
    guard hop.allowsStale else {
      return CacheLifetime(
        timeToLive: .seconds(hop.isStorable ? hop.freshSeconds(at: date, heuristics) : 0)
      )
    }
    return lifetime(of: hop, at: date)
  }
}
