import Foundation
import Synchronization
import Testing

@testable import Demo

@Suite struct TourTests {
  @Test func `each scene is announced, its outcome follows, and a summary closes`() async throws {
    let (reached, text) = try await play([probe("one"), probe("two")])
    #expect(reached)
    #expect(
      text == """
        1/2  Title of one
        Shows one.

        playing one

        Checks
        ✓ Played.

        PASS

        2/2  Title of two
        Shows two.

        playing two

        Checks
        ✓ Played.

        PASS

        PASS  one
        PASS  two
        Scenes that reached their expected state: 2 of 2.

        """
    )
  }

  @Test func `after a failed scene the others are played, and the tour has failed`()
    async throws
  {
    let failing = probe("one", .missed("expected loaded, was failed"))
    let (reached, text) = try await play([failing, probe("two")])
    #expect(!reached)
    #expect(text.contains("FAIL\nexpected loaded, was failed\n"))
    #expect(text.contains("playing two"))
    #expect(text.contains("FAIL  one\nPASS  two\n"))
    #expect(text.hasSuffix("Scenes that reached their expected state: 1 of 2.\n"))
  }

  @Test func `a step that throws ends its scene, and its folder is removed`() async throws {
    let folder = Mutex<URL?>(nil)
    let scene = Scene(name: "one", title: "One", shows: "Throws.") { context in
      folder.withLock { $0 = context.scratch }
      try FileManager.default.createDirectory(
        at: context.scratch,
        withIntermediateDirectories: true
      )
      return [Step { throw APIError.timedOut }, Step { [.line("never")] }]
    }
    let (reached, text) = try await play([scene])
    #expect(!reached)
    let reason = "stopped early: The server did not answer in time."
    #expect(text.replacing("\n", with: " ").contains(reason))
    #expect(!text.contains("never"))
    let path = try #require(folder.withLock { $0?.path })
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `a tour without scenes has not succeeded`() async throws {
    let (reached, text) = try await play([])
    #expect(!reached)
    #expect(text == "No scene to show.\n")
  }

  @Test func `each scene has a separate server, with the given latency`() async throws {
    let clock = NotingClock()
    let scenes = [requesting("one"), requesting("two")]
    let (reached, _) = try await play(scenes, latency: .milliseconds(5), clock: clock)
    #expect(reached)
    #expect(await clock.sleeps == [.milliseconds(5), .milliseconds(5)])
  }

  @Test func `a scene that hangs is stopped and has missed`() async throws {
    let output = CapturedOutput()
    let tour = Tour(
      scenes: [hanging],
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
    let (shown, text) = try await play([.feed(source)])
    #expect(shown)
    #expect(text.contains("T: 1 episode\n"))
    try Data("<rss><channel>".utf8).write(to: file)
    let (broken, reason) = try await play([.feed(source)])
    #expect(!broken)
    #expect(reason.contains("The feed ends too early (line 1)."))
  }

  private func play(
    _ scenes: [Scene],
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

/// A scene that writes its name and ends with a result.
private func probe(_ name: String, _ result: SceneResult = .reached) -> Scene {
  Scene(name: name, title: "Title of \(name)", shows: "Shows \(name).") { _ in
    [Step { [.line("playing \(name)"), result.proves("Played.")] }]
  }
}

/// A scene that never ends.
private let hanging = Scene(name: "hanging", title: "Hanging", shows: "Hangs.") { _ in
  await Gate().pass()
  return []
}

/// A scene that expects its request to be the first of the server.
private func requesting(_ name: String) -> Scene {
  Scene(name: name, title: "Asking", shows: "Asks.") { context in
    let revision = try await context.api.account().revision
    let requests = await context.server.requestCount("/account")
    let result = expect("Revision", revision, is: 1).and(expect("Requests", requests, is: 1))
    return [Step { [result.proves("The first request.")] }]
  }
}
