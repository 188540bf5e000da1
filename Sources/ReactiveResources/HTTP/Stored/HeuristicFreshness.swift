/// For how long an answer is fresh whose server does not say (RFC 9111, 4.2.2).
///
/// It is never by default: such an answer is revalidated each time, which costs a 304, and nothing
/// old is shown that the server did not call good. With ``tenth(atMost:)`` what has not changed for
/// ten days is not asked for again for one.
public struct HeuristicFreshness: Hashable, Sendable {
  /// The part of the time since the last change for which it is fresh, from 0 to 1.
  public var fraction: Double
  /// The longest such time in seconds.
  public var limit: Int

  /// What the server calls neither fresh nor stale is stale.
  public static let never = HeuristicFreshness(fraction: 0, limit: 0)

  /// A tenth of the time since the last change, as the RFC proposes.
  ///
  /// - Parameter limit: The longest time in seconds; a day by default.
  /// - Returns: The rule.
  public static func tenth(atMost limit: Int = 86_400) -> HeuristicFreshness {
    HeuristicFreshness(fraction: 0.1, limit: limit)
  }

  /// Creates a rule.
  ///
  /// - Parameters:
  ///   - fraction: The part of the time since the last change, from 0 to 1.
  ///   - limit: The longest time in seconds, 0 or more.
  public init(fraction: Double, limit: Int) {
    precondition((0...1).contains(fraction), "a fraction is from 0 to 1, not \(fraction)")
    precondition(limit >= 0, "a limit is 0 seconds or more, not \(limit)")
    self.fraction = fraction
    self.limit = limit
  }

  /// The seconds for which something is fresh that changed so many seconds before it was sent.
  func lifetime(unchangedFor seconds: Double) -> Double {
    min(max(0, seconds) * fraction, Double(limit))
  }
}
