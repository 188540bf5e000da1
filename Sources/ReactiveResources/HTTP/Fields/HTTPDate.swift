public import Foundation

/// The dates of header fields (RFC 9110, 5.6.7).
///
/// Parsing and formatting share no state between threads, and do not depend on a locale.
public enum HTTPDate {
  fileprivate static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  fileprivate static let longDays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
  fileprivate static let months = [
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
    var scanner = DateScanner(rest: Array(text.utf8)[...], now: now)
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

private struct DateScanner {
  var rest: ArraySlice<UInt8>
  let now: Date

  mutating func date() -> Date? {
    if name(of: HTTPDate.longDays) != nil { return obsoleteDate() }
    guard name(of: HTTPDate.days) != nil else { return nil }
    return take(", ") ? presentDate() : ancientDate()
  }

  /// Parses the rest of `Sun, 06 Nov 1994 08:49:37 GMT`.
  private mutating func presentDate() -> Date? {
    guard let day = number(2), take(" "), let month = month(), take(" "), let year = number(4),
      take(" "), let time = time(), take(" GMT")
    else { return nil }
    return date(year, month, day, time)
  }

  /// Parses the rest of `Sunday, 06-Nov-94 08:49:37 GMT`.
  private mutating func obsoleteDate() -> Date? {
    guard take(", "), let day = number(2), take("-"), let month = month(), take("-"),
      let year = number(2), take(" "), let time = time(), take(" GMT"),
      let past = date(1900 + year, month, day, time)
    else { return nil }
    let horizon = now.addingTimeInterval(50 * 365.2425 * 86_400)
    guard let next = date(2000 + year, month, day, time), next <= horizon else { return past }
    return next
  }

  /// Parses the rest of `Sun Nov  6 08:49:37 1994`.
  private mutating func ancientDate() -> Date? {
    guard take(" "), let month = month(), take(" "), let day = take(" ") ? number(1) : number(2),
      take(" "), let time = time(), take(" "), let year = number(4)
    else { return nil }
    return date(year, month, day, time)
  }

  /// Parses the seconds since midnight; a minute may have 61 seconds.
  private mutating func time() -> Int? {
    guard let hour = number(2), hour < 24, take(":"), let minute = number(2), minute < 60,
      take(":"), let second = number(2), second <= 60
    else { return nil }
    return hour * 3600 + minute * 60 + second
  }

  private func date(_ year: Int, _ month: Int, _ day: Int, _ time: Int) -> Date? {
    guard rest.isEmpty, let day = CivilDay(year: year, month: month, day: day) else { return nil }
    return Date(timeIntervalSince1970: Double(day.number) * 86_400 + Double(time))
  }

  private mutating func month() -> Int? { name(of: HTTPDate.months).map { $0 + 1 } }

  private mutating func name(of names: [String]) -> Int? { names.firstIndex { take($0) } }

  /// Consumes a text in any case, since a cache parses dates so (RFC 9111, 4.2).
  private mutating func take(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8, by: { Self.lowercased($0) == Self.lowercased($1) }) else {
      return false
    }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  private mutating func number(_ digits: Int) -> Int? {
    let text = String(decoding: rest.prefix(digits), as: UTF8.self)
    guard text.utf8.count == digits, let number = Int(deltaSeconds: text) else { return nil }
    rest = rest.dropFirst(digits)
    return number
  }
}
