public import Foundation

extension StoredResponse {
  /// A Boolean value that indicates whether the response may be stored.
  ///
  /// `no-store` forbids that, and so does `Vary: *`, which matches no request.
  public var isStorable: Bool { !cacheControl.noStore && variant.fingerprints["*"] == nil }

  /// The second since 1970 at which the response was generated, at most that of its arrival.
  ///
  /// Of two responses the one with the later second is newer (RFC 9111, 4).
  var second: Double { min(originDate, received).timeIntervalSince1970.rounded(.down) }

  /// Returns true if a request has the same `Authorization` and fields of `Vary` (RFC 9111, 4.1).
  public func matches(_ request: HTTPFields) -> Bool { variant.matches(request) }

  /// Returns the response as updated by the header fields of a 304 to a request (RFC 9111, 3.2).
  ///
  /// Fields that describe the body are ignored.
  public func refreshed(
    by headers: HTTPFields,
    request: HTTPFields = [:],
    requested: Date,
    received: Date
  ) -> StoredResponse {
    let old = self.headers.without(["age", "date"])
    let new = Self.storable(of: headers).without(Self.unrefreshedFields)
    return StoredResponse(
      headers: old.merging(new),
      variant: headers["vary"].map { variant.refreshed(by: $0, for: request) } ?? variant,
      length: length,
      requested: requested,
      received: received
    )
  }

  /// Returns true if a 304 is about this response (RFC 9111, 4.3.4).
  ///
  /// Both must have the same `ETag`; if one of them has none, the same `Last-Modified`. Validators
  /// that are not well-formed are compared as texts.
  func isConfirmed(by headers: HTTPFields) -> Bool {
    if let new = Self.validator("etag", of: headers),
      let old = Self.validator("etag", of: self.headers)
    {
      guard let tag = EntityTag(new), let entityTag else { return new.utf8.elementsEqual(old.utf8) }
      return tag.matchesWeakly(entityTag)
    }
    guard let new = Self.validator("last-modified", of: headers),
      let old = Self.validator("last-modified", of: self.headers)
    else { return true }
    guard let modified = HTTPDate.date(from: new, now: received), let lastModified else {
      return new.utf8.elementsEqual(old.utf8)
    }
    return modified == lastModified
  }

  private static let unrefreshedFields: Set<String> = [
    "content-encoding", "content-length", "content-range", "content-type",
  ]
}
