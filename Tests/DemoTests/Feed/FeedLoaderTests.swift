import Foundation
import Testing

@testable import Demo

@Suite struct FeedLoaderTests {
  @Test(arguments: [
    ("feed.xml", FeedSource.file("feed.xml")), ("../a b.xml", .file("../a b.xml")),
    ("/tmp/feed.xml", .file("/tmp/feed.xml")), ("file:///tmp/a%20b.xml", .file("/tmp/a b.xml")),
    ("FILE:///tmp/a", .file("/tmp/a")), ("C:feed", .file("C:feed")), ("http", .file("http")),
  ])
  func `a path or file URL is a file`(text: String, expected: FeedSource) throws {
    #expect(try FeedSource(text) == expected)
  }

  @Test(arguments: ["http://example.invalid/feed?a=b", "HTTPS://example.invalid"])
  func `an http or https URL is on the web`(text: String) throws {
    #expect(try FeedSource(text) == .web(try #require(URL(string: text))))
  }

  @Test(arguments: ["", "ftp://example.invalid/feed", "http://", "http:///feed", "https://a b c[/"])
  func `an argument that names no feed is refused in a sentence`(text: String) {
    let error = #expect(throws: FeedSource.Invalid.self) { try FeedSource(text) }
    #expect(error?.description.hasSuffix(".") == true)
  }

  @Test func `a file is loaded by path and by URL`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()) feed.xml")
    try Data("<rss><channel><title>T</title></channel></rss>".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let path = file.path(percentEncoded: false)
    for text in [path, file.absoluteString] {
      #expect(try await FeedLoader().load(FeedSource(text)).title == "T")
    }
  }

  @Test func `a file that is missing, or a folder, is an error that names it`() async {
    await #expect(throws: FeedError.noFile("/no/such/feed.xml")) {
      try await FeedLoader().load(.file("/no/such/feed.xml"))
    }
    await #expect(throws: FeedError.unreadable("/", reason: "It is a folder.")) {
      try await FeedLoader().load(.file("/"))
    }
  }

  @Test func `a server error and a response that is no feed are distinguished`() async throws {
    try await withServer { server, _ in
      await #expect(throws: FeedError.request(.status(500))) {
        try await FeedLoader().load(.web(server.baseURL.appending(path: "status/500")))
      }
      let error = await #expect(throws: FeedError.self) {
        try await FeedLoader().load(.web(server.baseURL.appending(path: "podcasts")))
      }
      guard case .notXML = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  @Test(arguments: [
    ("text/xml; charset=iso-8859-1", "", [0xE9]),
    ("application/rss+xml;Charset=\"ISO-8859-1\"", "\n<?xml version=\"1.0\"?>", [0xE9]),
    ("application/xml; q=1; charset=windows-1252 ; a=b", "", [0xE9]),
    ("application/xml; charset=windows-1251", "", [0xC9, 0xC9]),
    // RFC 7303: the header precedes the declaration, and a byte order mark precedes the header.
    ("text/xml; charset=UTF-8", "<?xml version='1.0' encoding='ISO-8859-1'?>", [0xC3, 0xA9]),
    ("text/xml; charset=iso-8859-1", "\u{FEFF}", [0xC3, 0xA9]),
    // Charsets that are wrong, unknown, invalid or missing: the document is read as it is.
    ("text/xml; charset=utf-8", "<?xml version='1.0' encoding='ISO-8859-1'?>", [0xE9]),
    ("text/xml; charset=klingon", "", [0xC3, 0xA9]),
    ("text/xml; charset='\"?><x", "", [0xC3, 0xA9]),
    ("text/xml; charset=utf-16", "", [0xC3, 0xA9]),
    ("text/xml; charset=", "", [0xC3, 0xA9]),
  ])
  func `the charset of the header is used`(
    type: String,
    start: String,
    letter: [UInt8]
  )
    async throws
  {
    let xml = [start + "<rss><channel><title>", "</title></channel></rss>"].map { Data($0.utf8) }
    try await withFeed(xml[0] + Data(letter) + xml[1], contentType: type) { url in
      let title = try await FeedLoader().load(.web(url)).title
      #expect(title == (type.hasSuffix("1251") ? "ЙЙ" : "é"))
    }
  }

  @Test
  func `a cancelled load reports its cancellation, from the web and from a file`() async throws {
    let web = FeedSource.web(try #require(URL(string: "http://127.0.0.1:1")))
    for source in [web, .file("/")] {
      let load = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await FeedLoader().load(source)
      }
      let error = await #expect(throws: FeedError.self) { try await load.value }
      #expect(error?.isCancellation == true)
    }
  }
}
