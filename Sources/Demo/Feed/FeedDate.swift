import Foundation

/// The date of an episode: RFC 822 with the deviations that feeds have, or ISO 8601.
///
/// The weekday and the seconds may be missing, the day may have one digit, the year two, and an
/// unknown or missing zone counts as UTC (RFC 2822, 4.3).
enum FeedDate {
  /// Reads a date; nil if the text is none, or names a day that does not exist.
  static func parse(_ text: String) -> Date? {
    rfc822(text) ?? iso8601(text)
  }

  private static func iso8601(_ text: String) -> Date? {
    try? Date(text.trimmingCharacters(in: .whitespacesAndNewlines), strategy: .iso8601)
  }

  private static func rfc822(_ text: String) -> Date? {
    var words = text.split { $0.isWhitespace || $0 == "," }
    if words.first?.first?.isLetter == true { words.removeFirst() }
    guard words.count >= 4, let day = number(words[0], digits: 1...2) else { return nil }
    guard let month = month(words[1]), let year = year(words[2]) else { return nil }
    guard let time = time(words[3]) else { return nil }
    guard let offset = offset(words.dropFirst(4).first ?? "UTC") else { return nil }
    let components = DateComponents(
      calendar: utc,
      year: year,
      month: month,
      day: day,
      hour: time.hour,
      minute: time.minute,
      second: time.second
    )
    guard components.isValidDate else { return nil }
    return components.date?.addingTimeInterval(-Double(offset))
  }
}

extension FeedDate {
  private static let utc: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Hours east of UTC of the zones that have names in feeds.
  private static let zones = [
    "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
    "BST": 1, "CET": 1, "CEST": 2,
  ]

  private static func month(_ word: Substring) -> Int? {
    months.firstIndex(of: word.prefix(3).lowercased()).map { $0 + 1 }
  }

  private static func year(_ word: Substring) -> Int? {
    guard let year = number(word, digits: 2...4), word.count != 3 else { return nil }
    guard word.count == 2 else { return year }
    return year + (year < 50 ? 2000 : 1900)
  }

  private static func time(_ word: Substring) -> (hour: Int, minute: Int, second: Int)? {
    let fields = word.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = fields.compactMap { number($0, digits: 1...2) }
    guard (2...3).contains(fields.count), numbers.count == fields.count else { return nil }
    let second = numbers.count == 3 ? numbers[2] : 0
    // Second 60 is a leap second; the calendar has none, so it counts as the one before.
    guard numbers[0] < 24, numbers[1] < 60, second <= 60 else { return nil }
    return (numbers[0], numbers[1], min(second, 59))
  }

  /// Seconds east of UTC.
  private static func offset(_ zone: Substring) -> Int? {
    guard let sign = zone.first, "+-".contains(sign) else {
      return (zones[zone.uppercased()] ?? 0) * 3600
    }
    let digits = zone.dropFirst().filter { $0 != ":" }
    guard digits.count == 4, let value = number(Substring(digits), digits: 4...4) else {
      return nil
    }
    let seconds = (value / 100 * 60 + value % 100) * 60
    return sign == "-" ? -seconds : seconds
  }

  private static func number(_ word: Substring, digits: ClosedRange<Int>) -> Int? {
    digits.contains(word.count) && word.isDigits ? Int(word) : nil
  }
}
