import Foundation
import Testing

@testable import Demo

@Suite struct FeedReportTests {
  @Test func `a feed is shown as a headline and a table`() throws {
    let output = CapturedOutput()
    let podcast = Podcast(title: "Tom & Jerry", publisher: "P", genre: "G")
    let report = FeedReport(feed: try read(SampleFeed.xml(of: podcast)))
    Console(sink: output, form: .plain).write(report.blocks)
    #expect(
      output.text
        == """
        Tom & Jerry: 3 episodes
        Date         Length  Episode                      Enclosure
        ──────────  ───────  ───────────────────────────  ──────────────────────────────
        2024-03-06  1:02:03  Sample episode 3 & the last  10203.mp3, audio/mpeg, 12.3 MB
        2024-02-28    42:10  Sample episode 2 <live>      4210.mp3, audio/mpeg, 12.3 MB
        2024-02-21    30:05  Sample episode 1             1805.mp3, audio/mpeg, 12.3 MB

        """
    )
  }

  @Test func `missing fields are dashes, and an untitled feed or episode is marked`() {
    let report = FeedReport(feed: Feed(title: nil, episodes: [Episode()]))
    #expect(report.headline == "Untitled feed: 1 episode")
    #expect(report.table.rows == [["–", "–", "Untitled", "–"]])
  }

  @Test func `only the first episodes are shown, with the number of the others`() {
    let feed = Feed(title: "A", episodes: Array(repeating: Episode(), count: 25))
    #expect(FeedReport(feed: feed).table.rows.count == 20)
    #expect(FeedReport(feed: feed).remainder == "… and 5 more")
    #expect(FeedReport(feed: feed, limit: 25).remainder == nil)
  }

  @Test(arguments: [
    (0, "0:00"), (59, "0:59"), (61, "1:01"), (3600, "1:00:00"), (360_000, "100:00:00"),
  ])
  func `a duration is shown in hours, minutes and seconds`(seconds: Int, text: String) {
    #expect(FeedReport.time(.seconds(seconds)) == text)
  }

  @Test(arguments: [
    (Enclosure(url: "https://a.invalid/b/c.mp3?d=e"), "c.mp3"),
    (Enclosure(url: nil, type: "audio/mpeg", length: 99_999), "audio/mpeg, 0.0 MB"),
    (Enclosure(url: nil, type: nil, length: Int.max), "9223372036854.7 MB"),
  ])
  func `an enclosure is shown with its known fields`(enclosure: Enclosure, text: String) {
    #expect(FeedReport.file(enclosure) == text)
  }
}
