import Foundation

/// A request with what it was made conditional by.
struct FetchQuestion {
  let request: ResourceRequest
  /// What is kept, and asked about.
  let kept: KeptResource?
  /// The beginning of the body, whose rest is asked for.
  let part: PartialBody?
  /// Whether it is asked for a second time, because the first answer made no sense.
  let isRepeated: Bool

  init(
    _ request: ResourceRequest,
    kept: KeptResource?,
    part: PartialBody?,
    isRepeated: Bool = false
  ) {
    self.request = request
    self.kept = kept
    self.part = part
    self.isRepeated = isRepeated
  }

  /// The same without conditions.
  var plain: FetchQuestion { FetchQuestion(request, kept: nil, part: nil, isRepeated: true) }

  /// Whether a response is of another URL than the one that was asked.
  func isElsewhere(_ response: ResourceResponse) -> Bool {
    response.url.map { ResourceRequest.key(of: $0) != ResourceRequest.key(of: request.url) }
      ?? false
  }

  /// What is sent.
  var sent: ResourceRequest {
    var sent = request
    sent.headers = request.headers.without(Self.own)
      .merging(kept?.stored.conditions ?? [:])
      .merging(part?.conditions ?? [:])
    sent.headers["cache-control"] = request.headers["cache-control"] ?? cacheControl
    return sent
  }

  /// What keeps caches on the way from answering (RFC 9111, 5.2.1).
  private var cacheControl: String? {
    switch request.cacheUse {
    case .standard, .onlyFromStore: isRepeated ? "no-cache" : nil
    case .reload: isRepeated ? "no-cache" : "max-age=0"
    case .reloadIgnoringStore: "no-cache"
    }
  }

  private static let own: Set<String> = [
    "if-none-match", "if-modified-since", "if-match", "if-unmodified-since", "if-range", "range",
  ]
}
