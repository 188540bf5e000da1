import Foundation

/// The partial bodies by key, within a limit of bytes; the oldest are dropped first.
struct PartialBodies {
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

  /// Replaces the partial body of a key, and returns the number of dropped ones.
  mutating func store(_ part: PartialBody, for key: String) -> Int {
    if let index = parts.firstIndex(where: { $0.key == key }) { _ = remove(at: index) }
    guard part.body.count <= limit else { return 1 }
    parts.append((key, part))
    size += part.body.count
    var dropped = 0
    while size > limit, !parts.isEmpty {
      _ = remove(at: 0)
      dropped += 1
    }
    return dropped
  }

  mutating func remove(_ key: String) -> PartialBody? {
    parts.firstIndex { $0.key == key }.map { remove(at: $0) }
  }

  mutating func removeAll() { (parts, size) = ([], 0) }

  /// Puts a partial body back, unless there is a newer one.
  mutating func returnPart(_ part: PartialBody, for key: String) -> Int {
    parts.contains { $0.key == key } ? 0 : store(part, for: key)
  }

  private mutating func remove(at index: Int) -> PartialBody {
    let part = parts.remove(at: index).part
    size -= part.body.count
    return part
  }
}
