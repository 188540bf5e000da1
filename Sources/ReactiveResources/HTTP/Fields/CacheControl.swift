/// The directives of a `Cache-Control` field (RFC 9111, 5.2.2, RFC 5861 and RFC 8246).
///
/// Directives for shared caches (`public`, `private`, `s-maxage`, `proxy-revalidate`) are ignored,
/// because this is a private cache.
public struct CacheControl: Hashable, Sendable {
  /// The freshness lifetime in seconds; at most 2,147,483,648.
  ///
  /// It is the smallest value if there are several, and 0 if one is not a number.
  public var maxAge: Int?
  /// The number of seconds of staleness allowed during revalidation (RFC 5861, 3).
  public var staleWhileRevalidate: Int?
  /// The number of seconds of staleness allowed after an error (RFC 5861, 4).
  public var staleIfError: Int?
  /// A Boolean value that indicates whether the response must be revalidated before every use.
  ///
  /// It is also true if the directive names fields.
  public var noCache = false
  /// A Boolean value that indicates whether the response must not be stored.
  public var noStore = false
  /// A Boolean value that indicates whether the response must not be used stale.
  public var mustRevalidate = false
  /// A Boolean value that indicates whether a fresh body never changes; parsed, but not used.
  public var isImmutable = false

  /// Creates a value without directives.
  public init() {}

  /// Parses the value of a `Cache-Control` field.
  ///
  /// Unknown directives are ignored, and so are directives of RFC 5861 without a valid number.
  public init(_ value: String?) {
    for member in value?.fieldMembers ?? [] { read(member.fieldPair) }
  }

  private mutating func read(_ directive: (name: String, value: String?)) {
    let seconds = directive.value.flatMap { Int(deltaSeconds: $0) }
    switch directive.name {
    case "no-cache": noCache = true
    case "no-store": noStore = true
    case "must-revalidate": mustRevalidate = true
    case "immutable": isImmutable = true
    case "max-age": maxAge = least(maxAge, seconds ?? 0)
    case "stale-while-revalidate": staleWhileRevalidate = least(staleWhileRevalidate, seconds)
    case "stale-if-error": staleIfError = least(staleIfError, seconds)
    case _: break
    }
  }

  private func least(_ seconds: Int?...) -> Int? { seconds.compactMap(\.self).min() }
}
