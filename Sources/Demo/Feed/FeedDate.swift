import Foundation

/// The date of an episode: RFC 822, asctime or ISO 8601, with common deviations.
///
/// The weekday, the time or its seconds may be missing, the day may have one digit, the year two.
/// A date without a time is midnight, and an unknown or missing zone is UTC (RFC 2822, 4.3).
enum FeedDate {
  static func parse(_ text: String) -> Date? {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard let (time, rest) = split(text), let day = day(rest), time != nil || day.zone == nil,
      let offset = offset(day.zone ?? "UTC")
    else { return nil }
    let components = DateComponents(
      calendar: utc,
      year: day.year,
      month: day.month,
      day: day.day,
      hour: time?.hour ?? 0,
      minute: time?.minute ?? 0,
      second: time?.second ?? 0
    )
    guard components.isValidDate else { return nil }
    return components.date?.addingTimeInterval(-Double(offset))
  }

  private typealias Time = (hour: Int, minute: Int, second: Int)
  private typealias Day = (year: Int, month: Int, day: Int, zone: Substring?)

  /// Returns the time of day and the text without it; nil for an invalid time.
  private static func split(_ text: String) -> (time: Time?, rest: String)? {
    let pattern =
      /[T\s,]+([0-9]{1,2}):([0-9]{1,2})(?::([0-9]{1,2})(?:\.[0-9]+)?)?(?![0-9:])/.ignoresCase()
    guard let match = text.firstMatch(of: pattern) else { return (nil, text) }
    guard let hour = Int(match.1), let minute = Int(match.2), let second = Int(match.3 ?? "0"),
      hour < 24, minute < 60, second <= 60
    else { return nil }
    let rest = text.replacingCharacters(in: match.range, with: " ")
    // The calendar has no leap second, so it counts as the second before.
    return ((hour, minute, min(second, 59)), rest.trimmingCharacters(in: .whitespaces))
  }

  /// Reads a day with its zone, if one follows: `3 Sep 2016 GMT`, `Sep 3 2016` or `2016-09-03`.
  private static func day(_ text: String) -> Day? {
    let dayFirst =
      /(?:[a-z]+[\s,]+)?([0-9]{1,2})[\s,\-]+([a-z]{3})[a-z]*[\s,\-]+([0-9]{4}|[0-9]{2})(?:[\s,]+([^0-9].*))?/
      .ignoresCase().dotMatchesNewlines()
    if let match = text.wholeMatch(of: dayFirst) {
      return day(match.3, match.2, match.1, zone: match.4)
    }
    let monthFirst =
      /(?:[a-z]+[\s,]+)?([a-z]{3})[a-z]*[\s,\-]+([0-9]{1,2})[\s,\-]+(?:([a-z]+)\s+)?([0-9]{4})(?:[\s,]+([^0-9].*))?/
      .ignoresCase().dotMatchesNewlines()
    if let match = text.wholeMatch(of: monthFirst) {
      return day(match.4, match.1, match.2, zone: match.3 ?? match.5)
    }
    let numbers = /([0-9]{4})-([0-9]{2})-([0-9]{2})(?:\s*([^0-9].*))?/.dotMatchesNewlines()
    return text.wholeMatch(of: numbers).flatMap { day($0.1, $0.2, $0.3, zone: $0.4) }
  }

  private static func day(
    _ year: Substring,
    _ month: Substring,
    _ day: Substring,
    zone: Substring?
  ) -> Day? {
    let number = months.firstIndex(of: month.lowercased()).map { $0 + 1 } ?? Int(month)
    guard let fullYear = Int(year), let number, let day = Int(day) else { return nil }
    let century = year.count == 4 ? 0 : fullYear < 50 ? 2000 : 1900
    return (fullYear + century, number, day, zone?.prefix { !$0.isWhitespace })
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
    guard let match = zone.wholeMatch(of: /[+-]([0-9]{2})(?::?([0-9]{2}))?/),
      let hours = Int(match.1), let minutes = Int(match.2 ?? "0")
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
