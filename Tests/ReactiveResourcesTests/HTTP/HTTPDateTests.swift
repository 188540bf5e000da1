import Foundation
import ReactiveResources
import Testing

@Suite struct `Dates in header fields (H3)` {
  @Test(arguments: [
    "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    "sun, 06 NOV 1994 08:49:37 gmt", "SUNDAY, 06-nov-94 08:49:37 Gmt", "SUN nov  6 08:49:37 1994",
  ])
  func `three forms are one date, in any case`(text: String) {
    #expect(HTTPDate.date(from: text, now: .start) == .start)
  }

  @Test(arguments: [
    "", "Sun", "Sun,06 Nov 1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT",
    "Xxx, 06 Nov 1994 08:49:37 GMT", "Sun, 31 Nov 1994 08:49:37 GMT",
    "Sun, 00 Nov 1994 08:49:37 GMT",
    "Sun, 29 Feb 1900 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT",
    "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
    "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 06 Nov 1994 08:49:37 GMT ",
    "Sun, 06 Nov +994 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT",
    "Sun Nov 6 08:49:37 1994", "0", "-1", "784111777",
  ])
  func `an error in any part is no date`(text: String) {
    #expect(HTTPDate.date(from: text, now: .start) == nil)
  }

  @Test func `a leap day and a leap second are dates`() {
    let day = HTTPDate.date(from: "Tue, 29 Feb 2000 00:00:00 GMT", now: .start)
    #expect(day == Date(timeIntervalSince1970: 951_782_400))
    let second = HTTPDate.date(from: "Sat, 31 Dec 2016 23:59:60 GMT", now: .start)
    #expect(second == Date(timeIntervalSince1970: 1_483_228_800))
  }

  @Test func `a year of two digits is at most fifty years ahead`() {
    let next = HTTPDate.date(from: "Monday, 01-Jan-44 00:00:00 GMT", now: .start)
    #expect(next.map(HTTPDate.text) == "Fri, 01 Jan 2044 00:00:00 GMT")
    let past = HTTPDate.date(from: "Monday, 01-Jan-45 00:00:00 GMT", now: .start)
    #expect(past.map(HTTPDate.text) == "Mon, 01 Jan 1945 00:00:00 GMT")
  }

  @Test func `a date is written in the form required of servers`() {
    #expect(HTTPDate.text(for: .start) == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(HTTPDate.text(for: .start + 0.9) == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(HTTPDate.text(for: .distantPast - 1e12) == "Sat, 01 Jan 0000 00:00:00 GMT")
    #expect(HTTPDate.text(for: .distantFuture + 1e12) == "Fri, 31 Dec 9999 23:59:59 GMT")
  }

  @Test func `a date that is no number counts as the start of the year 0`() {
    let none = Date(timeIntervalSince1970: .nan)
    #expect(HTTPDate.text(for: none) == "Sat, 01 Jan 0000 00:00:00 GMT")
    let ends = [-Double.infinity, .infinity].map {
      HTTPDate.text(for: Date(timeIntervalSince1970: $0))
    }
    #expect(ends == ["Sat, 01 Jan 0000 00:00:00 GMT", "Fri, 31 Dec 9999 23:59:59 GMT"])
  }

  @Test func `written dates of all years are read back`() {
    var random = SeededGenerator(1)
    for _ in 0..<2000 {
      let seconds = Int.random(in: -62_167_219_200...253_402_300_799, using: &random)
      let date = Date(timeIntervalSince1970: Double(seconds))
      #expect(HTTPDate.date(from: HTTPDate.text(for: date), now: .start) == date)
    }
  }
}
