public import Foundation

/// What to get, and how what is kept of it may be used.
public struct ResourceRequest: Hashable, Sendable {
  /// Where it is; a fragment is not sent.
  public var url: URL
  /// The header fields to send.
  ///
  /// A ``ResourceFetcher`` sets the conditional ones and `Range` itself, and takes out the caller's.
  /// `Cache-Control` is sent as it is; of it only `no-store` changes what is done with the store:
  /// ``cacheUse`` is for the rest.
  public var headers: HTTPFields
  /// What its answer is kept under; the URL without its fragment by default.
  ///
  /// Name one where the URL carries something that changes, such as a token.
  public var key: String
  /// How what is kept may be used; requests that differ in it are different requests.
  public var cacheUse: CacheUse
  /// Whether a transport may add credentials of its own; `false` once a redirect led to another
  /// origin.
  public internal(set) var allowsCredentials = true

  /// Creates a request to GET something.
  ///
  /// - Parameters:
  ///   - url: Where it is.
  ///   - headers: The header fields to send; none by default.
  ///   - key: What its answer is kept under; the URL without its fragment by default.
  ///   - cacheUse: How what is kept may be used; as the server said by default.
  public init(
    _ url: URL,
    headers: HTTPFields = [:],
    key: String? = nil,
    cacheUse: CacheUse = .standard
  ) {
    self.url = url
    self.headers = headers
    self.key = key ?? Self.key(of: url)
    self.cacheUse = cacheUse
  }

  /// The key of a request that names none: its URL without the fragment.
  static func key(of url: URL) -> String { String(url.absoluteString.prefix { $0 != "#" }) }
}
