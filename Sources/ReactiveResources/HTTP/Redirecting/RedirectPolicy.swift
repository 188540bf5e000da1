/// The number of redirects that a fetcher follows, and the header fields that it does not forward.
///
/// See <doc:FollowingRedirects>.
public struct RedirectPolicy: Hashable, Sendable {
  /// The largest number of redirects in one fetch: 20 by default, 0 to follow none.
  ///
  /// The next redirect fails the fetch with ``RedirectError/tooMany(limit:)``.
  public var limit: Int
  /// Additional header fields that are sent to the origin of the request only, such as `X-API-Key`.
  ///
  /// `Authorization`, `Cookie` and `Proxy-Authorization` are always sent to that origin only. Names
  /// are case-insensitive.
  public var sensitiveFields: Set<String>

  /// Creates a policy from its properties, by default with 20 redirects and no additional fields.
  public init(limit: Int = 20, sensitiveFields: Set<String> = []) {
    precondition(
      limit >= 0,
      "The limit of a RedirectPolicy must be 0 redirects or more, but is \(limit)."
    )
    self.limit = limit
    self.sensitiveFields = sensitiveFields
  }

  /// The names, in lowercase, of all fields that do not leave an origin.
  var originFields: Set<String> {
    let credentials: Set = ["authorization", "cookie", "proxy-authorization"]
    return credentials.union(sensitiveFields.map { $0.lowercased() })
  }
}
