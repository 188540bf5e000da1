import FlyingFox
import FlyingSocks
import Foundation

@testable import Demo

/// An invented RSS 2.0 feed for a real podcast; its episodes are named as samples.
enum SampleFeed {
  /// Returns a feed with three episodes in different formats of date and duration.
  static func xml(of podcast: Podcast) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
      <channel>
        <title>\(escaped(podcast.title))</title>
        <description>Sample data of the demo, not the feed of the podcast.</description>
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

/// Runs the body with the URL of a feed on a server.
func withFeed(
  _ xml: Data,
  contentType: String = "application/rss+xml; charset=utf-8",
  _ body: (URL) async throws -> Void
) async throws {
  try RunningServer.checkLoopback()
  let address = try sockaddr_in.inet(ip4: "127.0.0.1", port: 0)
  let server = HTTPServer(address: address, timeout: 60, logger: .disabled)
  await server.appendRoute("*") { _ in
    HTTPResponse(
      statusCode: .ok,
      headers: [.contentType: contentType],
      body: xml
    )
  }
  let running = Task { try await server.run() }
  defer { running.cancel() }
  try await server.waitUntilListening(timeout: 300)
  guard case .ip4(_, let port)? = await server.listeningAddress,
    let url = URL(string: "http://127.0.0.1:\(port)/feed")
  else { throw SocketError.unsupportedAddress }
  try await body(url)
  await server.stop()
}
