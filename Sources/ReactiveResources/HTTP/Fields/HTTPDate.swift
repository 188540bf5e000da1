public import Foundation

/// The dates of header fields (RFC 9110, 5.6.7).
///
/// Parsing and formatting share no state between threads, and do not depend on a locale.
public enum HTTPDate {
  static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  static let longDays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
  static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Parses a date in any of the three formats.
  ///
  /// - Parameters:
  ///   - text: A date such as `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or
  ///     `Sun Nov  6 08:49:37 1994`.
  ///   - now: The current date. A two-digit year more than 50 years in the future belongs to the
  ///     previous century.
  /// - Returns: The date; `nil` if any part is wrong. The day of the week must be valid, and is not
  ///   compared with the date.
  public static func date(from text: String, now: Date) -> Date? {
    var scanner = DateScanner(text, now: now)
    return scanner.date()
  }

  /// Formats a date in the preferred format, in whole seconds.
  ///
  /// - Parameter date: A date of the years 0 to 9999; dates outside count as the nearest end, and
  ///   a date that is not a number as the start of the year 0.
  /// - Returns: A text such as `Sun, 06 Nov 1994 08:49:37 GMT`.
  public static func text(for date: Date) -> String {
    let bounds = -62_167_219_200.0...253_402_300_799.0
    let interval = date.timeIntervalSince1970.rounded(.down)
    // NB: In this order, `max` returns the bound for a value that is not a number.
    let seconds = min(max(bounds.lowerBound, interval), bounds.upperBound)
    // The days since 1970 fit into an `Int` of 32 bits; the seconds do not.
    let number = (seconds / 86_400).rounded(.down)
    let (day, time) = (CivilDay(number: Int(number)), Int(seconds - number * 86_400))
    let name = days[floorDivided(day.number + 4, by: 7).remainder]
    let clock = [time / 3600, time / 60 % 60, time % 60].map { padded($0, 2) }
    return "\(name), \(padded(day.day, 2)) \(months[day.month - 1]) \(padded(day.year, 4)) "
      + clock.joined(separator: ":") + " GMT"
  }

  private static func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}

/// Divides with a remainder that is not negative.
func floorDivided(_ number: Int, by divisor: Int) -> (quotient: Int, remainder: Int) {
  let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
  return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
}
