import Foundation

/// The response of a conforming server (RFC 9110, 13.2.2, 14.2 and 15.4.5).
struct MemoryResponse {
  private(set) var status: Int
  private(set) var headers: HTTPFields
  private(set) var body = Data()

  init(to request: ResourceRequest, _ exchange: PlannedExchange, date: Date?) {
    (status, headers) = (404, [:])
    for case .status(let code, let fields) in exchange.faults { (status, headers) = (code, fields) }
    if let resource = exchange.resource, !exchange.setsStatus {
      headers = Self.metadata(of: resource)
      respond(to: request.headers, with: resource)
    }
    if headers["date"] == nil { headers["date"] = date.map(HTTPDate.text) }
  }

  private mutating func respond(to conditions: HTTPFields, with resource: MemoryResource) {
    guard !Self.isUnchanged(resource, conditions) else {
      status = 304
      headers["content-type"] = nil
      return
    }
    (status, body) = (200, resource.body)
    if resource.ranges == .accepted {
      headers["accept-ranges"] = "bytes"
      if let range = conditions["range"], Self.mayRange(resource, conditions) { cut(to: range) }
    }
    switch resource.length {
    case .exact: headers["content-length"] = String(body.count)
    case .omitted: break
    case .claimed(let count): headers["content-length"] = String(count)
    }
  }

  private mutating func cut(to text: String) {
    let total = body.count
    guard let range = MemoryRange(text, total: total) else { return }
    switch range {
    case .part(let bytes):
      status = 206
      headers["content-range"] = "bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/\(total)"
      body = Data(body.dropFirst(bytes.lowerBound).prefix(bytes.count))
    case .outside:
      (status, body) = (416, Data())
      headers["content-range"] = "bytes */\(total)"
    }
  }

  private static func metadata(of resource: MemoryResource) -> HTTPFields {
    var headers = resource.headers
    if let tag = resource.entityTag { headers["etag"] = tag.text }
    if let modified = resource.lastModified {
      headers["last-modified"] = HTTPDate.text(for: modified)
    }
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
      let members = FieldList.members(of: tags)
      return tags == "*" || members.contains { EntityTag($0)?.matchesWeakly(tag) == true }
    }
    guard let modified = resource.lastModified else {
      return conditions["if-modified-since"].map { $0 == resource.headers["last-modified"] }
        ?? false
    }
    guard
      let since = conditions["if-modified-since"].flatMap({ HTTPDate.date(from: $0, now: modified) }
      )
    else { return false }
    return modified.timeIntervalSince1970.rounded(.down) <= since.timeIntervalSince1970
  }

  private static func mayRange(_ resource: MemoryResource, _ conditions: HTTPFields) -> Bool {
    guard let condition = conditions["if-range"] else { return true }
    if let tag = EntityTag(condition) { return resource.entityTag?.matchesStrongly(tag) == true }
    return resource.lastModified.map(HTTPDate.text) == condition
  }
}

extension PlannedExchange {
  fileprivate var setsStatus: Bool {
    faults.contains { if case .status = $0 { true } else { false } }
  }
}
