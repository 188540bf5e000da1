public import Foundation

/// The time at which a server expects the next request (RFC 9110, 10.2.3).
public enum RetryAfter: Hashable, Sendable, CustomStringConvertible {
  /// A number of seconds after the response, at most 2,147,483,648.
  case seconds(Int)
  /// A date.
  case date(Date)

  /// Parses the value of a `Retry-After` field; `nil` if it is neither.
  init?(_ value: String?, now: Date) {
    guard let value else { return nil }
    let seconds = Int(deltaSeconds: value).map(RetryAfter.seconds)
    let date = HTTPDate.date(from: value, now: now).map(RetryAfter.date)
    guard let time = seconds ?? date else { return nil }
    self = time
  }

  /// Returns the delay before the next request in whole seconds; zero for a date in the past.
  public func delay(at now: Date) -> Duration {
    switch self {
    case .seconds(let seconds): return .seconds(seconds)
    case .date(let date):
      let seconds = date.timeIntervalSince(now).rounded(.up)
      return .seconds(Int(min(max(0, seconds), Double(Int.deltaSecondsLimit))))
    }
  }

  /// The time, as in `seconds(120)` and `date(Sun, 06 Nov 1994 08:49:37 GMT)`.
  public var description: String {
    switch self {
    case .seconds(let seconds): "seconds(\(seconds))"
    case .date(let date): "date(\(HTTPDate.text(for: date)))"
    }
  }
}
