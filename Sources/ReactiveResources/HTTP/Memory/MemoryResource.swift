public import Foundation

/// Something that a ``MemoryTransport`` serves, and what it says about it.
public struct MemoryResource: Hashable, Sendable {
  /// What is said about the length of the body.
  public enum Length: Hashable, Sendable {
    /// How long it is.
    case exact
    /// Nothing, as when a server sends chunks.
    case omitted
    /// That it has so many bytes, right or wrong.
    case claimed(Int)
  }

  /// Whether parts of it are served.
  public enum Ranges: Hashable, Sendable {
    /// A range that is asked for is served.
    case accepted
    /// A range that is asked for is ignored, and everything served.
    case ignored
  }

  /// The bytes.
  public var body: Data
  /// The validator; none by default.
  public var entityTag: EntityTag?
  /// When it changed last, in whole seconds; not told by default.
  public var lastModified: Date?
  /// The value of `Cache-Control`; none by default.
  public var cacheControl: String?
  /// Other header fields, such as `Content-Type` or `Vary`; none by default.
  public var headers: HTTPFields
  /// How many bytes are sent at a time, 1 or more.
  public var chunkSize: Int
  /// What is said about the length of the body; the truth by default.
  public var length: Length
  /// Whether parts of it are served; they are by default.
  public var ranges: Ranges

  /// Creates something to serve.
  ///
  /// - Parameters:
  ///   - body: The bytes.
  ///   - entityTag: The validator with its quotes, such as `"v1"` or `W/"v1"`; none by default.
  ///   - lastModified: When it changed last; not told by default.
  ///   - cacheControl: The value of `Cache-Control`; none by default.
  ///   - headers: Other header fields; none by default.
  ///   - chunkSize: How many bytes are sent at a time, 1 or more; 16 KiB by default.
  ///   - length: What is said about the length of the body; the truth by default.
  ///   - ranges: Whether parts of it are served; they are by default.
  public init(
    _ body: Data,
    entityTag: String? = nil,
    lastModified: Date? = nil,
    cacheControl: String? = nil,
    headers: HTTPFields = [:],
    chunkSize: Int = 16_384,
    length: Length = .exact,
    ranges: Ranges = .accepted
  ) {
    precondition(chunkSize >= 1, "a chunk has 1 byte or more, not \(chunkSize)")
    self.body = body
    self.entityTag = entityTag.flatMap(EntityTag.init)
    precondition(
      (self.entityTag == nil) == (entityTag == nil),
      "an entity tag stands in quotes, as \"v1\" with them does, not \(entityTag ?? "")"
    )
    self.lastModified = lastModified
    self.cacheControl = cacheControl
    self.headers = headers
    self.chunkSize = chunkSize
    self.length = length
    self.ranges = ranges
  }
}
