import Foundation

/// The response of a conforming server (RFC 9110, 13.2.2, 14.2 and 15.4.5).
struct MemoryResponse {
  private(set) var status: Int
  private(set) var headers: HTTPFields
  private(set) var body = Data()

  init(
    to request: ResourceRequest,
    _ resource: MemoryResource?,
    _ faults: [MemoryFault],
    date: Date?
  ) {
    (status, headers) = (404, [:])
    if let resource {
      headers = Self.metadata(of: resource)
      respond(to: request, with: resource)
    }
    for case .status(let code, let fields) in faults {
      (status, headers, body) = (code, fields, Data())
    }
    if headers["date"] == nil { headers["date"] = date.map(HTTPDate.text) }
  }

  /// Conditions and ranges apply to a successful GET or HEAD only.
  private mutating func respond(to request: ResourceRequest, with resource: MemoryResource) {
    let conditions = request.headers
    let isRead = [.get, .head].contains(request.method) && resource.status == 200
    guard !isRead || !Self.isUnchanged(resource, conditions) else {
      status = 304
      headers["content-type"] = nil
      return
    }
    (status, body) = (resource.status, resource.body)
    if isRead, resource.ranges == .accepted {
      headers["accept-ranges"] = "bytes"
      if let range = conditions["range"], Self.mayRange(resource, conditions) { cut(to: range) }
    }
    switch resource.length {
    case .exact: headers["content-length"] = String(body.count)
    case .omitted: break
    case .claimed(let count): headers["content-length"] = String(count)
    }
    if request.method == .head { body = Data() }
  }

  private mutating func cut(to text: String) {
    let total = body.count
    guard let range = Self.range(text, of: total) else { return }
    body = Data(body.dropFirst(range.lowerBound).prefix(range.count))
    status = range.isEmpty ? 416 : 206
    let part = range.isEmpty ? "*" : "\(range.lowerBound)-\(range.upperBound - 1)"
    headers["content-range"] = "bytes \(part)/\(total)"
  }

  /// Returns the range of `bytes=5-`, `bytes=0-4` or `bytes=-5` (RFC 9110, 14.1.2).
  ///
  /// It is empty if the body has none of its bytes, and `nil` for a range that must be ignored,
  /// such as several.
  static func range(_ text: String, of total: Int) -> Range<Int>? {
    guard text.hasPrefix("bytes=") else { return nil }
    let ends = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    let (first, last) = (Int(digits: ends[0]), Int(digits: ends[1]))
    guard (first != nil) == !ends[0].isEmpty, (last != nil) == !ends[1].isEmpty else { return nil }
    switch (first, last) {
    case (nil, nil): return nil
    case (let first?, nil): return min(first, total)..<total
    case (nil, let count?): return max(0, total - count)..<total
    case (let first?, let last?):
      guard first <= last else { return nil }
      return min(first, total)..<(last < total ? last + 1 : total)
    }
  }

  private static func metadata(of resource: MemoryResource) -> HTTPFields {
    var headers = resource.headers
    if let tag = resource.entityTag { headers["etag"] = tag.text }
    if let text = resource.lastModified.map(HTTPDate.text) { headers["last-modified"] = text }
    if let cacheControl = resource.cacheControl { headers["cache-control"] = cacheControl }
    return headers
  }

  /// Compares the tag if the request has one, otherwise the date.
  ///
  /// Validators among the other header fields may be malformed, and are compared as texts.
  private static func isUnchanged(_ resource: MemoryResource, _ conditions: HTTPFields) -> Bool {
    if let tags = conditions["if-none-match"] {
      guard let tag = resource.entityTag else {
        return tags == "*" || tags == resource.headers["etag"]
      }
      return tags == "*"
        || tags.fieldMembers.contains { EntityTag($0)?.matchesWeakly(tag) == true }
    }
    let text = conditions["if-modified-since"]
    guard let modified = resource.lastModified else {
      return text != nil && text == resource.headers["last-modified"]
    }
    guard let since = text.flatMap({ HTTPDate.date(from: $0, now: modified) }) else { return false }
    return modified.timeIntervalSince1970.rounded(.down) <= since.timeIntervalSince1970
  }

  private static func mayRange(_ resource: MemoryResource, _ conditions: HTTPFields) -> Bool {
    guard let condition = conditions["if-range"] else { return true }
    if let tag = EntityTag(condition) { return resource.entityTag?.matchesStrongly(tag) == true }
    return resource.lastModified.map(HTTPDate.text) == condition
  }
}
