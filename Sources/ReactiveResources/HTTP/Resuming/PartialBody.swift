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

/// The partial bodies by key, within limits of bytes and number; the oldest are dropped first.
struct PartialBodies {
  /// The largest number of partial bodies, because each one costs more than its bytes.
  private static let countLimit = 256

  /// The largest number of bytes of all bodies, header fields and keys.
  let limit: Int
  private(set) var size = 0
  /// The partial bodies, the oldest first.
  private var parts: [(key: String, part: PartialBody)] = []

  init(limit: Int) { self.limit = limit }

  /// Removes and returns a partial body, for a request that resumes the download.
  ///
  /// A partial body for requests with other header fields is not removed.
  mutating func take(_ key: String, for request: HTTPFields) -> PartialBody? {
    guard let index = parts.firstIndex(where: { $0.key == key }),
      parts[index].part.stored.matches(request)
    else { return nil }
    return remove(at: index)
  }

  /// Stores the partial body of a key that has none, and returns the dropped ones.
  mutating func store(_ part: PartialBody, for key: String) -> [PartialBody] {
    guard Self.size(of: part, key) <= limit else { return [part] }
    parts.append((key, part))
    size += Self.size(of: part, key)
    var dropped: [PartialBody] = []
    while size > limit || parts.count > Self.countLimit { dropped.append(remove(at: 0)) }
    return dropped
  }

  mutating func remove(_ key: String) -> PartialBody? {
    parts.firstIndex { $0.key == key }.map { remove(at: $0) }
  }

  mutating func removeAll() { (parts, size) = ([], 0) }

  func contains(_ key: String) -> Bool { parts.contains { $0.key == key } }

  private mutating func remove(at index: Int) -> PartialBody {
    let (key, part) = parts.remove(at: index)
    size -= Self.size(of: part, key)
    return part
  }

  private static func size(of part: PartialBody, _ key: String) -> Int {
    key.utf8.count + ResourceRecord(metadata: part.stored.metadata, body: part.body).bytes
  }
}
