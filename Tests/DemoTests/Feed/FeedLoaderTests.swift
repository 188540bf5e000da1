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
