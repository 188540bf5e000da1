import Foundation
@testable import ReactiveResources

extension FuzzTarget {
  /// A date is within the years 0 to 9999, and its text parses to it.
  static let dates = FuzzTarget(name: "dates") { input in
    let now = Date(timeIntervalSince1970: Double(input.number() - 128) * 86_400 * 365)
    let text = input.text
    if let date = HTTPDate.date(from: text, now: now) {
      // The last minute of the year 9999 may have 61 seconds.
      require(years.contains(date.timeIntervalSince1970 - 1), "\(text) is \(date)")
      require(again(min(date, last)) == min(date, last), "\(text) is \(date)")
    }
    if let time = RetryAfter(text, now: now) {
      let longest = Duration.seconds(Int.deltaSecondsLimit)
      require((.zero...longest).contains(time.delay(at: now)), "\(time) at \(now)")
    }
    checkAnyDate(input.rest)
  }

  private static let years = -62_167_219_201.0...253_402_300_799
  private static let last = Date(timeIntervalSince1970: years.upperBound)

  private static func again(_ date: Date) -> Date? {
    let text = planting(in: HTTPDate.text(for: date)) { $0.replace("29 Feb", with: "28 Feb") }
    return HTTPDate.date(from: text, now: date)
  }

  /// Formats the date whose seconds have these bits.
  private static func checkAnyDate(_ bytes: [UInt8]) {
    let bits = bytes.prefix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    let date = Date(timeIntervalSince1970: Double(bitPattern: bits))
    let text = HTTPDate.text(for: date)
    guard let again = HTTPDate.date(from: text, now: .distantPast) else {
      return require(false, "\(text) is no date")
    }
    let seconds = date.timeIntervalSince1970
    if years.contains(seconds), seconds >= years.lowerBound + 1 {
      require(again.timeIntervalSince1970 == seconds.rounded(.down), "\(text) of \(seconds)")
    }
  }
}
