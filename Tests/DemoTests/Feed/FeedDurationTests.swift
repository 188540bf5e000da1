import Testing

@testable import Demo

@Suite struct FeedDurationTests {
  @Test(arguments: [
    ("0", 0), ("59", 59), ("1805", 1805), ("42:10", 2530), ("1:02:03", 3723), ("01:02:03", 3723),
    ("90:00", 5400), ("1:2:3", 3723), (" 00:30\n", 30), ("00: 30", 30), ("1805.75", 1805),
    ("100:00:00", 360_000),
  ])
  func `a duration is parsed as seconds, minutes or hours`(text: String, seconds: Int) {
    #expect(FeedDuration.parse(text) == .seconds(seconds))
  }

  @Test(arguments: [
    "", ":", "abc", "1h 2m", "-5", "1:60", "1:60:00", "1:00:60", "1:2:3:4", "1:", ":30", "1.5:30",
    "1.2.3", "１２", "99999999999999999999", "999999999999:00:00", "+5",
  ])
  func `an invalid duration is nil`(text: String) {
    #expect(FeedDuration.parse(text) == nil)
  }
}
