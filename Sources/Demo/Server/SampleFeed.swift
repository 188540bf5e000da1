/// An RSS 2.0 feed made up for a real podcast: its episodes say that they are samples.
enum SampleFeed {
  /// Writes the feed of a podcast: three sample episodes, each dated and timed in another way.
  static func xml(of podcast: Podcast) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
      <channel>
        <title>\(escaped(podcast.title))</title>
        <description>Sample data of the demo, not the podcast’s own feed.</description>
        <itunes:author>\(escaped(podcast.publisher))</itunes:author>
    \(items(of: podcast).joined(separator: "\n"))
      </channel>
    </rss>

    """
  }

  private static func items(of podcast: Podcast) -> [String] {
    [
      item("Sample episode 3 &amp; the last", podcast, "Wed, 06 Mar 2024 06:00:00 GMT", "1:02:03"),
      item("<![CDATA[Sample episode 2 <live>]]>", podcast, "Wed, 28 Feb 2024 1:00 EST", "42:10"),
      item("Sample episode 1", podcast, "Wed, 21 Feb 2024 06:00:00 +0100", "1805"),
    ]
  }

  private static func item(
    _ title: String,
    _ podcast: Podcast,
    _ date: String,
    _ duration: String
  ) -> String {
    """
        <item>
          <title>\(title)</title>
          <pubDate>\(date)</pubDate>
          <itunes:duration>\(duration)</itunes:duration>
          <enclosure url="https://example.invalid/\(podcast.slug)/\(duration.filter(\.isNumber)).mp3" \
    type="audio/mpeg" length="12345678"/>
        </item>
    """
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
  }
}
