/// What a server says about keeping its answer (RFC 9111, 5.2.2, RFC 5861 and RFC 8246).
///
/// What concerns shared caches only (`public`, `private`, `s-maxage`, `proxy-revalidate`) is ignored:
/// what is kept here is kept for one user.
public struct CacheControl: Hashable, Sendable {
  /// For how many seconds the answer is fresh; at most 2,147,483,648.
  ///
  /// The smallest if there are several, and 0 if one is not a number.
  public var maxAge: Int?
  /// For how many seconds after that it may be shown while it is revalidated (RFC 5861, 3).
  public var staleWhileRevalidate: Int?
  /// For how many seconds after that it may stand in for an error (RFC 5861, 4).
  public var staleIfError: Int?
  /// Whether it must be revalidated before every use, also where only fields are named.
  public var noCache = false
  /// Whether it must not be kept.
  public var noStore = false
  /// Whether it must be revalidated once it is stale, so that nothing stale is ever shown.
  public var mustRevalidate = false
  /// Whether its body never changes while it is fresh; said, and not acted upon.
  public var isImmutable = false

  /// Creates what a server says that says nothing.
  public init() {}

  /// Reads the value of a `Cache-Control` field.
  ///
  /// Unknown directives are ignored, and those of RFC 5861 also when they are not a number.
  ///
  /// - Parameter value: The value; `nil` if there is no such field.
  public init(_ value: String?) {
    for member in FieldList.members(of: value ?? "") { read(FieldList.pair(member)) }
  }

  private mutating func read(_ directive: (name: String, value: String?)) {
    let seconds = directive.value.flatMap(DeltaSeconds.seconds)
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

  private func least(_ first: Int?, _ second: Int?) -> Int? {
    guard let first, let second else { return first ?? second }
    return min(first, second)
  }
}
