import Foundation
import Testing

@testable import Demo

@Suite struct FeedDateTests {
  @Test(arguments: [
    ("Wed, 06 Mar 2024 06:07:08 GMT", "2024-03-06T06:07:08Z"),
    ("Wed, 6 Mar 2024 06:07:08 GMT", "2024-03-06T06:07:08Z"),
    ("6 Mar 2024 06:07:08 UT", "2024-03-06T06:07:08Z"),
    ("06 Mar 2024 06:07 Z", "2024-03-06T06:07:00Z"),
    ("06 Mar 2024 06:07", "2024-03-06T06:07:00Z"),
    ("Wed, 06 Mar 2024 06:07:08 EST", "2024-03-06T11:07:08Z"),
    ("Wed, 06 Mar 2024 22:07:08 PDT", "2024-03-07T05:07:08Z"),
    ("Wed, 06 Mar 2024 06:07:08 +0130", "2024-03-06T04:37:08Z"),
    ("Wed, 06 Mar 2024 06:07:08 -08:00", "2024-03-06T14:07:08Z"),
    ("Wed, 06 Mar 2024 06:07:08 XYZ", "2024-03-06T06:07:08Z"),
    ("Wednesday, 06 MARCH 2024 6:07:08 gmt", "2024-03-06T06:07:08Z"),
    ("Wed 06 Mar 2024 06:07:08 GMT", "2024-03-06T06:07:08Z"),
    ("Wed,06 Mar 2024\n  06:07:08   GMT (Greenwich)", "2024-03-06T06:07:08Z"),
    ("06 Mar 24 06:07:08 GMT", "2024-03-06T06:07:08Z"),
    ("06 Mar 94 06:07:08 GMT", "1994-03-06T06:07:08Z"),
    ("Thu, 29 Feb 2024 23:59:60 GMT", "2024-02-29T23:59:59Z"),
    (" 2024-03-06T06:07:08+01:00 ", "2024-03-06T05:07:08Z"),
  ])
  func `a date is parsed in the forms that feeds have`(text: String, expected: String) throws {
    #expect(FeedDate.parse(text) == (try Date(expected, strategy: .iso8601)))
  }

  @Test(arguments: [
    "", "   ", "yesterday", "Wed", "Wed, 06 Mar", "Wed, 06 Mar 2024", "00 Mar 2024 06:07 GMT",
    "30 Feb 2024 06:07:08 GMT", "29 Feb 2023 06:07:08 GMT", "06 Mai 2024 06:07:08 GMT",
    "006 Mar 2024 06:07 GMT", "06 Mar 024 06:07 GMT", "06 Mar 2024 24:00 GMT",
    "06 Mar 2024 06:60 GMT", "06 Mar 2024 06:07:61 GMT", "06 Mar 2024 6 GMT",
    "06 Mar 2024 06:07:08 +01", "06 Mar 2024 06:07:08 +1x00", "06 Mar 2024 -6:07 GMT",
    "٠٦ Mar 2024 06:07 GMT", "06 Mar 2024 06:07:08:09 GMT",
  ])
  func `an invalid date is nil`(text: String) {
    #expect(FeedDate.parse(text) == nil)
  }
}
