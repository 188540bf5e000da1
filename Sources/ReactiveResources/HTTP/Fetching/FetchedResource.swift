public import Foundation
public import ReactiveLoadable

/// What a fetch brought.
public struct FetchedResource: Hashable, Sendable {
  /// Where the body came from.
  public enum Source: Hashable, Sendable {
    /// It was kept, and is still right.
    case disk
    /// It came over the network.
    case network
  }

  /// The bytes.
  public var body: Data
  /// The URL that they are of: the target of the last redirect, or that of the request.
  public var url: URL?
  /// Where they came from; after a 304 that is ``Source/disk``.
  public var source: Source
  /// Whether they may have changed since: what is shown while it is revalidated, stands in for an
  /// error, or was to come from the store only.
  public var isStale: Bool
  /// The header fields of the answer.
  ///
  /// `Age` is the age in seconds at the moment of a fetch that the store answers (RFC 9111, 5.1).
  public var headers: HTTPFields
  /// When the server last said that they are right.
  public var received: Date

  /// How long it may be kept in memory: fresh, and then shown while the server is asked again.
  public var lifetime: CacheLifetime

  /// Creates what a fetch brought.
  ///
  /// - Parameters:
  ///   - body: The bytes.
  ///   - url: The URL that they are of; unknown by default.
  ///   - source: Where they came from.
  ///   - isStale: Whether they may have changed since; they have not by default.
  ///   - headers: The header fields of the answer; none by default.
  ///   - received: When the server last said that they are right.
  ///   - lifetime: How long it may be kept in memory; as long as one likes by default.
  public init(
    body: Data,
    url: URL? = nil,
    source: Source,
    isStale: Bool = false,
    headers: HTTPFields = [:],
    received: Date,
    lifetime: CacheLifetime = CacheLifetime()
  ) {
    self.body = body
    self.url = url
    self.source = source
    self.isStale = isStale
    self.headers = headers
    self.received = received
    self.lifetime = lifetime
  }

  /// What the body is, such as `image/png`; `nil` if the server did not say.
  public var contentType: String? { headers["content-type"] }
}
