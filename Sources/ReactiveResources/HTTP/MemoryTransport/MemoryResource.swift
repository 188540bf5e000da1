public import Foundation
import ReactiveLoadable

/// A resource that a ``MemoryTransport`` serves, with its header fields.
public struct MemoryResource: Hashable, Sendable {
  /// The `Content-Length` of the response.
  public enum Length: Hashable, Sendable {
    /// The length of the body.
    case exact
    /// No length, as from a server that sends chunks.
    case omitted
    /// This number of bytes, correct or not.
    case claimed(Int)
  }

  /// The support of range requests.
  public enum Ranges: Hashable, Sendable {
    /// A range request returns the range.
    case accepted
    /// A range request returns the complete body.
    case ignored
  }

  /// The bytes of the body.
  public var body: Data
  /// The status of the response, which a request for a part or with validators may change.
  ///
  /// 200 by default.
  public var status: Int
  /// The entity tag; none by default.
  public var entityTag: EntityTag?
  /// The date of the last modification, in whole seconds; not sent by default.
  public var lastModified: Date?
  /// The value of `Cache-Control`; none by default.
  public var cacheControl: String?
  /// Other header fields, such as `Content-Type` or `Vary`; none by default.
  public var headers: HTTPFields
  /// The number of bytes of a chunk, 1 or more; 16 KiB by default.
  public var chunkSize: Int
  /// The `Content-Length` of the response; correct by default.
  public var length: Length
  /// The support of range requests; accepted by default.
  public var ranges: Ranges

  /// Creates a resource from its properties; an entity tag has quotes, as in `"v1"` and `W/"v1"`.
  public init(
    _ body: Data,
    status: Int = 200,
    entityTag: String? = nil,
    lastModified: Date? = nil,
    cacheControl: String? = nil,
    headers: HTTPFields = [:],
    chunkSize: Int = 16_384,
    length: Length = .exact,
    ranges: Ranges = .accepted
  ) {
    precondition(
      chunkSize >= 1,
      "The chunkSize of a MemoryResource must be 1 byte or more, but is \(chunkSize)."
    )
    self.body = body
    self.status = status
    self.entityTag = entityTag.flatMap(EntityTag.init)
    precondition(
      (self.entityTag == nil) == (entityTag == nil),
      "An entityTag must include its quotes, as in \"v1\" or W/\"v1\", but is \(entityTag ?? "")."
    )
    self.lastModified = lastModified
    self.cacheControl = cacheControl
    self.headers = headers
    self.chunkSize = chunkSize
    self.length = length
    self.ranges = ranges
  }
}

// Credentials are redacted.
extension MemoryResource: Described {
  package var objectText: ObjectText {
    ObjectText(
      "MemoryResource",
      counted(body.count, "byte"),
      [
        "status": status == 200 ? nil : status, "entityTag": entityTag?.text,
        "lastModified": lastModified.map(HTTPDate.text),
        "cacheControl": cacheControl, "headers": headers == [:] ? nil : headers,
      ]
    )
  }

  package var mirrorParts: KeyValuePairs<String, Any?> {
    [
      "body": body, "status": status, "entityTag": entityTag?.text,
      "lastModified": lastModified.map(HTTPDate.text), "cacheControl": cacheControl,
      "headers": headers, "chunkSize": chunkSize, "length": length, "ranges": ranges,
    ]
  }
}
