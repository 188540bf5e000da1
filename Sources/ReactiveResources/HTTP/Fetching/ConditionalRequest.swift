import Foundation

/// A request with its conditions.
struct ConditionalRequest {
  let request: ResourceRequest
  /// The stored response to revalidate.
  var cached: CachedResource?
  /// The partial body to continue.
  var part: PartialBody?
  /// True for the plain request after a mismatched response.
  var isRepeated = false

  /// Returns true if a response is from another URL than the requested one.
  func isFromOtherURL(_ response: ResourceResponse) -> Bool {
    response.url.map { ResourceRequest.key(of: $0) != ResourceRequest.key(of: request.url) }
      ?? false
  }

  /// The request as it is sent; the conditions of a write are those of the caller.
  var sent: ResourceRequest {
    guard request.isGet else { return request }
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
    case .storeThenNetwork, .reload: isRepeated ? "no-cache" : "max-age=0"
    case .reloadIgnoringStore: "no-cache"
    }
  }

  private static let conditionFields: Set<String> = [
    "if-none-match", "if-modified-since", "if-match", "if-unmodified-since", "if-range", "range",
  ]
}

/// A complete stored response that matches a request.
struct CachedResource: Hashable, Sendable {
  let stored: StoredResponse
  let body: Data
  /// True if it must be revalidated, because a 304 for it could not be stored.
  var isInvalidated = false

  var record: ResourceRecord { ResourceRecord(metadata: stored.metadata, body: body) }
}

extension CachedResource {
  /// Reads a record; `nil` if it is damaged, or is for requests with other header fields.
  init?(_ record: ResourceRecord, for request: ResourceRequest) {
    guard let stored = StoredResponse(metadata: record.metadata),
      stored.length == record.body.count,
      stored.matches(request.storedFields)
    else { return nil }
    self.init(stored: stored, body: record.body)
  }
}
