public import Foundation

/// The time at which a server expects the next request (RFC 9110, 10.2.3).
public enum RetryAfter: Hashable, Sendable {
  /// A number of seconds after the response, at most 2,147,483,648.
  case seconds(Int)
  /// A date.
  case date(Date)

  /// Parses the value of a `Retry-After` field; `nil` if it is neither.
  init?(_ value: String?, now: Date) {
    guard let value else { return nil }
    if let seconds = DeltaSeconds.seconds(from: value) {
      self = .seconds(seconds)
    } else if let date = HTTPDate.date(from: value, now: now) {
      self = .date(date)
    } else {
      return nil
    }
  }

  /// Returns the delay before the next request.
  ///
  /// - Parameter now: The current date.
  /// - Returns: The time from now in whole seconds; zero for a date in the past.
  public func delay(at now: Date) -> Duration {
    switch self {
    case .seconds(let seconds): .seconds(seconds)
    case .date(let date): .seconds(Self.seconds(from: now, to: date))
    }
  }

  private static func seconds(from now: Date, to date: Date) -> Int {
    let seconds = date.timeIntervalSince(now).rounded(.up)
    return Int(min(max(0, seconds), Double(DeltaSeconds.limit)))
  }
}

extension RetryAfter: CustomStringConvertible {
  /// The time, as in `seconds(120)` and `date(Sun, 06 Nov 1994 08:49:37 GMT)`.
  public var description: String {
    switch self {
    case .seconds(let seconds): "seconds(\(seconds))"
    case .date(let date): "date(\(HTTPDate.text(for: date)))"
    }
  }
}
