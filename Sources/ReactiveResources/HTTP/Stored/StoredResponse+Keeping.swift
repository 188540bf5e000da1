public import Foundation

extension StoredResponse {
  /// Whether it may be kept: without `no-store`, and without `Vary: *`, which fits no request.
  public var mayBeKept: Bool { !cacheControl.noStore && variant.fingerprints["*"] == nil }

  /// Whether it is an answer to a request with these header fields (RFC 9111, 4.1).
  ///
  /// - Parameter request: The header fields of the request.
  /// - Returns: Whether all those are the same that it depends on, and `Authorization` in any case.
  public func matches(_ request: HTTPFields) -> Bool { variant.matches(request) }

  /// What it is after a 304 has found it right (RFC 9111, 3.2).
  ///
  /// - Parameters:
  ///   - headers: The header fields of the 304; those about the body change nothing.
  ///   - requested: When it was asked for.
  ///   - received: When the header fields came.
  /// - Returns: The answer with the newer fields and times.
  public func refreshed(by headers: HTTPFields, requested: Date, received: Date) -> StoredResponse {
    let old = self.headers.without(["age", "date"])
    let new = headers.without(Self.unrefreshed.union(Self.unkept))
    return StoredResponse(
      headers: old.merging(new),
      variant: variant,
      length: length,
      requested: requested,
      received: received
    )
  }

  /// Whether a 304 is about this one: its tag, if it has one, is the same (RFC 9111, 4.3.4).
  func isConfirmed(by headers: HTTPFields) -> Bool {
    guard let tag = headers["etag"].flatMap(EntityTag.init), let entityTag else { return true }
    return tag.matchesWeakly(entityTag)
  }

  private static let unrefreshed: Set<String> = ["content-encoding", "content-type", "vary"]
}
