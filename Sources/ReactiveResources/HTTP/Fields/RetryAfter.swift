public import Foundation

/// When a server wants to be asked again (RFC 9110, 10.2.3).
public enum RetryAfter: Hashable, Sendable {
  /// After so many seconds, at most 2,147,483,648.
  case seconds(Int)
  /// At a date.
  case date(Date)

  /// Reads the value of a `Retry-After` field; `nil` if it is neither.
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

  /// How long to wait.
  ///
  /// - Parameter now: The date as it is now.
  /// - Returns: The time from now on, in whole seconds; zero if the date has passed.
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
