import Foundation
import Testing

@testable import Demo

@Suite struct FeedSceneTests {
  @Test func `a good file is shown, with its timeline`() async throws {
    let xml = "<rss><channel><title>T</title><item><title>E</title></item></channel></rss>"
    let (reached, text) = try await play(xml)
    #expect(reached)
    #expect(text.contains("T: 1 episode\n"))
    #expect(text.contains("n not requested · l loading · d loaded\n"))
  }

  @Test(arguments: [
    ("hello", "This is not XML (line 1"), ("<html></html>", "This is XML but not an RSS feed"),
    ("", "The feed is empty."), (nil, "No file at "),
  ])
  func `an invalid feed is a failed state with a sentence`(
    xml: String?,
    sentence: String
  )
    async throws
  {
    let (reached, text) = try await play(xml)
    #expect(!reached)
    #expect(text.contains("n not requested · l loading · f failed\n"))
    #expect(text.contains("FAIL\n\(sentence)"))
  }

  @Test func `a feed on the web is loaded through the same view model`() async throws {
    let podcast = try #require(Catalogue.bundled().podcasts.first)
    try await withFeed(Data(SampleFeed.xml(of: podcast).utf8)) { url in
      let (reached, text) = try await play(.web(url))
      #expect(reached)
      #expect(text.contains("\(podcast.title): 3 episodes\n"))
    }
  }

  private func play(_ xml: String?) async throws -> (reached: Bool, text: String) {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).xml")
    defer { try? FileManager.default.removeItem(at: file) }
    if let xml { try Data(xml.utf8).write(to: file) }
    return try await play(.file(file.path(percentEncoded: false)))
  }

  private func play(_ source: FeedSource) async throws -> (reached: Bool, text: String) {
    let output = CapturedOutput()
    let tour = Tour(
      scenes: [.feed(source)],
      catalogue: try .bundled(),
      console: Console(sink: output, form: .plain)
    )
    return (await tour.run(), output.text)
  }
}
