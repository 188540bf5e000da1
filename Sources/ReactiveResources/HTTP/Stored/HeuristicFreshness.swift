/// The freshness lifetime of a response without an explicit one (RFC 9111, 4.2.2).
///
/// The default is ``never``: such a response is revalidated each time, which costs a 304, and no
/// outdated resource is shown without the server's permission. With ``tenth(atMost:)`` a resource
/// that has not changed for ten days is fresh for one day.
public struct HeuristicFreshness: Hashable, Sendable {
  /// The part of the time since `Last-Modified` for which a response is fresh, from 0 to 1.
  public var fraction: Double
  /// The longest heuristic lifetime in seconds, 0 or more.
  public var limit: Int

  /// No heuristic freshness: a response without an explicit lifetime is stale.
  public static let never = HeuristicFreshness(fraction: 0, limit: 0)

  /// Returns a tenth of the time since `Last-Modified`, up to this many seconds; a day by default.
  public static func tenth(atMost limit: Int = 86_400) -> HeuristicFreshness {
    HeuristicFreshness(fraction: 0.1, limit: limit)
  }

  /// Creates a heuristic from its properties.
  public init(fraction: Double, limit: Int) {
    precondition(
      (0...1).contains(fraction),
      "The fraction of a HeuristicFreshness must be from 0 to 1, but is \(fraction)."
    )
    precondition(
      limit >= 0,
      "The limit of a HeuristicFreshness must be 0 seconds or more, but is \(limit)."
    )
    self.fraction = fraction
    self.limit = limit
  }
}
