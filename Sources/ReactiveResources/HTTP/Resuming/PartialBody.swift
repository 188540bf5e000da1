import Foundation

/// The beginning of a body whose download broke off, and what is needed to go on with it.
struct PartialBody: Hashable, Sendable {
  let body: Data
  /// What the answer said, for the whole of the body.
  let stored: StoredResponse
  let tag: EntityTag

  /// How many bytes the whole has.
  var total: Int { stored.length }

  /// `nil` unless the server serves ranges, named a strong tag, and has not sent everything.
  init?(_ body: Data, of stored: StoredResponse) {
    guard let tag = stored.entityTag, tag.strength == .strong, stored.isStorable,
      stored.headers["accept-ranges"]?.lowercased() == "bytes", !stored.headers.isCoded,
      !body.isEmpty, body.count < stored.length
    else { return nil }
    self.body = body
    self.stored = stored
    self.tag = tag
  }

  /// The header fields that ask for the rest, or for everything if it has changed.
  var conditions: HTTPFields { ["range": "bytes=\(body.count)-", "if-range": tag.text] }

  /// Whether a 206 with these header fields brings all of the rest, of the same bytes.
  func isContinued(by headers: HTTPFields) -> Bool {
    guard let range = ContentRange(headers["content-range"]), range.first == body.count,
      range.last == total - 1, range.total == total, !headers.isCoded,
      let tag = headers["etag"].flatMap(EntityTag.init)
    else { return false }
    return tag.matchesStrongly(self.tag)
  }
}
