public import Foundation

extension StoredResponse {
  /// Whether it may be kept: without `no-store`, and without `Vary: *`, which fits no request.
  public var isStorable: Bool { !cacheControl.noStore && variant.fingerprints["*"] == nil }

  /// The second since 1970 at which the server made it, but not a later one than it came at.
  ///
  /// Of two answers the one with the later second is the newer one (RFC 9111, 4).
  var second: Double { min(made, received).timeIntervalSince1970.rounded(.down) }

  /// Whether it is an answer to a request with these header fields (RFC 9111, 4.1).
  ///
  /// - Parameter request: The header fields of the request.
  /// - Returns: Whether all those are the same that it depends on, and `Authorization` in any case.
  public func matches(_ request: HTTPFields) -> Bool { variant.matches(request) }

  /// What it is after a 304 has found it right (RFC 9111, 3.2).
  ///
  /// - Parameters:
  ///   - headers: The header fields of the 304; those about the body change nothing.
  ///   - request: The header fields that were sent, for a `Vary` in the 304.
  ///   - requested: When it was asked for.
  ///   - received: When the header fields came.
  /// - Returns: The answer with the newer fields and times.
  public func refreshed(
    by headers: HTTPFields,
    request: HTTPFields = [:],
    requested: Date,
    received: Date
  ) -> StoredResponse {
    let old = self.headers.without(["age", "date"])
    let new = Self.kept(of: headers).without(Self.unrefreshed)
    return StoredResponse(
      headers: old.merging(new),
      variant: headers["vary"].map { variant.renewed(by: $0, for: request) } ?? variant,
      length: length,
      requested: requested,
      received: received
    )
  }

  /// Whether a 304 is about this one (RFC 9111, 4.3.4).
  ///
  /// Its tag is the same, or else, where one of the two has none, its date of the last change.
  func isConfirmed(by headers: HTTPFields) -> Bool {
    if let tag = headers["etag"].flatMap(EntityTag.init), let entityTag {
      return tag.matchesWeakly(entityTag)
    }
    guard
      let modified = headers["last-modified"].flatMap({ HTTPDate.date(from: $0, now: received) }),
      let lastModified
    else { return true }
    return modified == lastModified
  }

  private static let unrefreshed: Set<String> = [
    "content-encoding", "content-length", "content-range", "content-type",
  ]
}
