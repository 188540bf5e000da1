public import Foundation

/// A GET request, with its use of stored responses.
public struct ResourceRequest: Hashable, Sendable {
  /// The URL; its fragment is not sent.
  public var url: URL
  /// The header fields to send.
  ///
  /// A ``ResourceFetcher`` replaces conditional fields and `Range`. It sends `Cache-Control`
  /// unchanged; in this field only `no-store` affects the store. Use ``cachePolicy`` to control the
  /// rest.
  public var headers: HTTPFields
  /// The key of the stored response; the URL without its fragment by default.
  ///
  /// Set a key if the URL has a part that changes, such as a token.
  public var key: String
  /// The use of stored responses; requests with a different value are different requests.
  public var cachePolicy: RequestCachePolicy
  /// A Boolean value that indicates whether a transport may add credentials.
  ///
  /// It is `false` after a redirect to another origin.
  public internal(set) var allowsCredentials = true

  /// Creates a GET request.
  ///
  /// - Parameters:
  ///   - url: The URL, usually `https`.
  ///   - headers: The header fields to send; none by default.
  ///   - key: The key of the stored response; the URL without its fragment by default.
  ///   - cachePolicy: The use of stored responses; ``RequestCachePolicy/standard`` by default.
  public init(
    _ url: URL,
    headers: HTTPFields = [:],
    key: String? = nil,
    cachePolicy: RequestCachePolicy = .standard
  ) {
    self.url = url
    self.headers = headers
    self.key = key ?? Self.key(of: url)
    self.cachePolicy = cachePolicy
  }

  /// Returns the default key of a request: its URL without the fragment.
  static func key(of url: URL) -> String { String(url.absoluteString.prefix { $0 != "#" }) }
}
