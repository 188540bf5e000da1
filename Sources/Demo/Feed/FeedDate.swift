import Foundation

/// The date of an episode: RFC 822 with common deviations, or ISO 8601.
///
/// The weekday and the seconds may be missing, the day may have one digit, the year two, and an
/// unknown or missing zone is UTC (RFC 2822, 4.3).
enum FeedDate {
  static func parse(_ text: String) -> Date? {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    return rfc822(text) ?? (try? Date(text, strategy: .iso8601))
  }

  private static func rfc822(_ text: String) -> Date? {
    // The weekday, day, month, year, hour, minute, second, zone, and any comment.
    let pattern =
      /(?:[a-z]+[\s,]+)?([0-9]{1,2})[\s,]+([a-z]{3})[a-z]*[\s,]+([0-9]{4}|[0-9]{2})[\s,]+([0-9]{1,2}):([0-9]{1,2})(?::([0-9]{1,2}))?(?:[\s,]+(\S+).*)?/
      .ignoresCase().dotMatchesNewlines()
    guard let match = text.wholeMatch(of: pattern), let day = Int(match.1),
      let month = months.firstIndex(of: match.2.lowercased()), let year = Int(match.3),
      let hour = Int(match.4), let minute = Int(match.5), let second = Int(match.6 ?? "0"),
      hour < 24, minute < 60, second <= 60, let offset = offset(match.7 ?? "UTC")
    else { return nil }
    let components = DateComponents(
      calendar: utc,
      year: year + (match.3.count == 4 ? 0 : year < 50 ? 2000 : 1900),
      month: month + 1,
      day: day,
      hour: hour,
      minute: minute,
      // The calendar has no leap second, so it counts as the second before.
      second: min(second, 59)
    )
    guard components.isValidDate else { return nil }
    return components.date?.addingTimeInterval(-Double(offset))
  }

  private static let utc: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  private static let zones = [
    "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
    "BST": 1, "CET": 1, "CEST": 2,
  ]

  private static func offset(_ zone: Substring) -> Int? {
    guard zone.hasPrefix("+") || zone.hasPrefix("-") else {
      return (zones[zone.uppercased()] ?? 0) * 3600
    }
    guard let match = zone.wholeMatch(of: /[+-]([0-9]{2}):?([0-9]{2})/), let hours = Int(match.1),
      let minutes = Int(match.2)
    else { return nil }
    return (hours * 60 + minutes) * (zone.hasPrefix("-") ? -60 : 60)
  }
}

/// The duration of an episode: seconds, `mm:ss` or `hh:mm:ss`.
enum FeedDuration {
  /// Returns the duration, without fractions of a second; nil for other texts.
  static func parse(_ text: String) -> Duration? {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    let pattern =
      /(?:(?:([0-9]{1,8})\s*:\s*)?([0-9]{1,8})\s*:\s*)?([0-9]{1,8})(?:\.[0-9]+)?/
    guard let match = text.wholeMatch(of: pattern) else { return nil }
    let numbers = [match.1, match.2, match.3].compactMap { $0.flatMap { Int($0) } }
    guard numbers.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
    return .seconds(numbers.reduce(0) { $0 * 60 + $1 })
  }
}
