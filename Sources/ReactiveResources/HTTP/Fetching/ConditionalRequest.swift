import Foundation

/// A request with its conditions.
struct ConditionalRequest {
  let request: ResourceRequest
  /// The stored response to revalidate.
  let cached: CachedResource?
  /// The partial body to continue.
  let part: PartialBody?
  /// True for the plain request after a mismatched response.
  let isRepeated: Bool

  init(
    _ request: ResourceRequest,
    cached: CachedResource?,
    part: PartialBody?,
    isRepeated: Bool = false
  ) {
    self.request = request
    self.cached = cached
    self.part = part
    self.isRepeated = isRepeated
  }

  /// The same request without conditions.
  var plain: ConditionalRequest {
    ConditionalRequest(request, cached: nil, part: nil, isRepeated: true)
  }

  /// Returns true if a response is from another URL than the requested one.
  func isFromOtherURL(_ response: ResourceResponse) -> Bool {
    response.url.map { ResourceRequest.key(of: $0) != ResourceRequest.key(of: request.url) }
      ?? false
  }

  /// The request as it is sent.
  var sent: ResourceRequest {
    var sent = request
    sent.headers = request.headers.without(Self.conditionFields)
      .merging(cached?.stored.conditions ?? [:])
      .merging(part?.conditions ?? [:])
    sent.headers["cache-control"] = request.headers["cache-control"] ?? cacheControl
    return sent
  }

  /// The directive that makes intermediate caches revalidate (RFC 9111, 5.2.1).
  private var cacheControl: String? {
    switch request.cachePolicy {
    case .standard, .onlyFromStore: isRepeated ? "no-cache" : nil
    case .reload: isRepeated ? "no-cache" : "max-age=0"
    case .reloadIgnoringStore: "no-cache"
    }
  }

  private static let conditionFields: Set<String> = [
    "if-none-match", "if-modified-since", "if-match", "if-unmodified-since", "if-range", "range",
  ]
}
