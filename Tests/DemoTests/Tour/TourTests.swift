import Foundation
import Testing

@testable import Demo

@Suite struct TourTests {
  @Test func `each scene is announced, its outcome follows, and a summary closes`() async throws {
    let (reached, text) = try await play([Probe(name: "one"), Probe(name: "two")])
    #expect(reached)
    #expect(
      text == """
        1/2  Title of one
        Shows one.

        playing one

        PASS

        2/2  Title of two
        Shows two.

        playing two

        PASS

        PASS  one
        PASS  two
        Scenes that reached their expected state: 2 of 2.

        """
    )
  }

  @Test func `after a scene that failed the others are played, and the tour has failed`()
    async throws
  {
    let failing = Probe(name: "one", result: .missed("expected loaded, was failed"))
    let (reached, text) = try await play([failing, Probe(name: "two")])
    #expect(!reached)
    #expect(text.contains("FAIL\nexpected loaded, was failed\n"))
    #expect(text.contains("playing two"))
    #expect(text.contains("FAIL  one\nPASS  two\n"))
    #expect(text.hasSuffix("Scenes that reached their expected state: 1 of 2.\n"))
  }

  @Test func `a tour without scenes has not succeeded`() async throws {
    let (reached, text) = try await play([])
    #expect(!reached)
    #expect(text == "There is no scene to show.\n")
  }

  @Test func `each scene has a server of its own, with the latency asked for`() async throws {
    let clock = NotingClock()
    let scenes = [Asking(name: "one"), Asking(name: "two")]
    let (reached, _) = try await play(scenes, latency: .milliseconds(5), clock: clock)
    #expect(reached)
    #expect(await clock.sleeps == [.milliseconds(5), .milliseconds(5)])
  }

  @Test func `a scene that hangs is stopped and has missed`() async throws {
    let output = CapturedOutput()
    let tour = Tour(
      scenes: [Hanging()],
      catalogue: try .bundled(),
      console: Console(sink: output, form: .plain),
      limitClock: NotingClock()
    )
    #expect(await !tour.run())
    #expect(output.text.contains("FAIL\nThe scene did not end within 240 seconds.\n"))
  }

  @Test func `a feed from a file is shown, and a broken one fails with its reason`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).xml")
    defer { try? FileManager.default.removeItem(at: file) }
    let source = FeedSource.file(file.path(percentEncoded: false))
    try Data("<rss><channel><title>T</title><item/></channel></rss>".utf8).write(to: file)
    let (shown, text) = try await play([FeedScene(source: source)])
    #expect(shown)
    #expect(text.contains("T: 1 episode\n"))
    try Data("<rss><channel>".utf8).write(to: file)
    let (broken, reason) = try await play([FeedScene(source: source)])
    #expect(!broken)
    #expect(reason.contains("The feed ends too early (line 1)."))
  }

  private func play(
    _ scenes: [any Scene],
    latency: Duration = .zero,
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws -> (reached: Bool, text: String) {
    let output = CapturedOutput()
    let tour = Tour(
      scenes: scenes,
      catalogue: try .bundled(),
      console: Console(sink: output, form: .plain),
      latency: latency,
      clock: clock
    )
    return (await tour.run(), output.text)
  }
}

/// A scene that writes its name and ends as it is told.
private struct Probe: Scene {
  let name: String
  var result = SceneResult.reached
  var title: String { "Title of \(name)" }
  var shows: String { "Shows \(name)." }

  func run(in context: SceneContext) async -> SceneResult {
    context.console.line("playing \(name)")
    return result
  }
}

/// A scene that waits for what never comes.
private struct Hanging: Scene {
  let name = "hanging"
  let title = "Hanging"
  let shows = "Hangs."

  func run(in context: SceneContext) async -> SceneResult {
    await Gate().pass()
    return .reached
  }
}

/// A scene that expects its own request to be the first of the server.
private struct Asking: Scene {
  let name: String
  let title = "Asking"
  let shows = "Asks."

  func run(in context: SceneContext) async -> SceneResult {
    let revision = try? await context.api.account().revision
    let count = await context.server.requestCount("/account")
    return revision == 1 && count == 1 ? .reached : .missed("\(revision ?? 0), \(count)")
  }
}
