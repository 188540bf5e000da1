import Foundation

/// A parser of a date in a header field.
struct DateScanner {
  private var rest: ArraySlice<UInt8>
  private let now: Date

  init(_ text: String, now: Date) {
    rest = Array(text.utf8)[...]
    self.now = now
  }

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

  private mutating func name(of names: [String]) -> Int? {
    for (index, name) in names.enumerated() where take(name) { return index }
    return nil
  }

  /// Consumes a text in any case, since a cache parses dates so (RFC 9111, 4.2).
  private mutating func take(_ text: String) -> Bool {
    guard rest.count >= text.utf8.count,
      zip(rest, text.utf8).allSatisfy({ Self.lowercased($0) == Self.lowercased($1) })
    else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  private mutating func number(_ digits: Int) -> Int? {
    let text = rest.prefix(digits)
    guard text.count == digits,
      let number = DeltaSeconds.seconds(from: String(decoding: text, as: UTF8.self))
    else { return nil }
    rest = rest.dropFirst(digits)
    return number
  }
}
