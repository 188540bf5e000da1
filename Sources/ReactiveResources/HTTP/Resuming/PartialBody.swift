import Foundation

/// The received bytes of an interrupted download, with the data for its resumption.
struct PartialBody: Hashable, Sendable {
  let body: Data
  /// The response to the download, for the complete body.
  let stored: StoredResponse
  let tag: EntityTag

  /// The number of bytes of the complete body.
  var total: Int { stored.length }

  /// Creates a partial body; `nil` unless the download can be resumed.
  ///
  /// The server must support ranges, send a strong `ETag`, and not have sent all bytes.
  init?(_ body: Data, of stored: StoredResponse) {
    guard let tag = stored.entityTag, tag.strength == .strong, stored.isStorable,
      stored.headers["accept-ranges"]?.lowercased() == "bytes", !stored.headers.isCoded,
      !body.isEmpty, body.count < stored.length
    else { return nil }
    self.body = body
    self.stored = stored
    self.tag = tag
  }

  /// The header fields that request the rest, or the complete body if it has changed.
  var conditions: HTTPFields { ["range": "bytes=\(body.count)-", "if-range": tag.text] }

  /// Returns true if a 206 with these header fields contains all of the rest, of the same bytes.
  func isContinued(by headers: HTTPFields) -> Bool {
    guard let range = ContentRange(headers["content-range"]), range.first == body.count,
      range.last == total - 1, range.total == total, !headers.isCoded,
      let tag = headers["etag"].flatMap(EntityTag.init)
    else { return false }
    return tag.matchesStrongly(self.tag)
  }
}
