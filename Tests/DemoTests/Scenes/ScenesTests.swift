import Foundation
import TestSupport
import Testing

@testable import Demo

/// Each scene in real time, against a separate server.
@Suite struct ScenesTests {
  @Test(.needsImmediateTasks, arguments: Playbill.scenes.map(\.name))
  func `a scene reaches its expected state`(name: String) async throws {
    let (result, text) = try await play(name)
    #expect(result == .reached)
    #expect(text.contains("n not requested · l loading"))
  }

  @Test(.needsImmediateTasks, arguments: Playbill.scenes.map(\.name))
  func `a letter in a legend has one meaning`(name: String) async throws {
    let scene = try #require(try Playbill.pick([name]).first)
    try await withServer { server, api in
      let console = Console(sink: CapturedOutput(), form: .plain)
      let context = SceneContext(
        server: server,
        api: api,
        console: console,
        clock: ContinuousClock()
      )
      defer { try? FileManager.default.removeItem(at: context.scratch) }
      var legends: [[StateMark]] = []
      for step in try await scene.steps(context) {
        for case .legend(let marks) in try await step.run() { legends.append(marks) }
      }
      #expect(!legends.isEmpty)
      for legend in legends { #expect(legend.ambiguous == []) }
    }
  }

  @Test func `the tour shows the podcasts, podcast scene first`() {
    let names = [
      "podcasts", "account", "search", "faults", "stale", "edit", "download", "movies", "store",
      "welcome", "app", "offline",
    ]
    #expect(Playbill.scenes.map(\.name) == names)
  }

  @Test(arguments: [
    ("podcasts", "/podcasts"), ("account", "/account"), ("search", "/search"),
    ("faults", "/podcasts"), ("stale", "/queue"), ("download", "/episode"),
    ("edit", "/queue"), ("edit", "/queue/by-tablet"), ("edit", "/queue/by-phone"),
    ("movies", "/movies"), ("movies", "/posters/w342/the-lighthouse-at-noon.png"),
    ("store", "/movies/popular"), ("store", "/movies/1"), ("store", "/genres"),
    ("store", "/movies/found"), ("welcome", "/welcome/en"), ("welcome", "/welcome/it"),
    ("app", "/app/sign-in"), ("app", "/app/movies"), ("app", "/app/movies/1"),
    ("app", "/app/movies/1/rating"), ("app", "/app/favorites"), ("app", "/app/renewal"),
    ("offline", "/movies/popular"), ("offline", "/movies/1"),
  ])
  func `a scene whose server fails reports what it missed`(
    name: String,
    path: String
  )
    async throws
  {
    let (result, _) = try await play(name) { $0.add(.status(503), path: path) }
    guard case .missed(let reason) = result else {
      Issue.record("the scene \(name) does not detect its failure")
      return
    }
    #expect(reason.contains("expected"))
  }

  @Test func `the podcast scene shows all eight combinations, and names the impossible ones`()
    async throws
  {
    let (_, text) = try await play("podcasts")
    for trouble in [
      "an empty screen between two states", "an error next to a fresh value",
      "a spinner over an error", "a spinner over an error and rows",
    ] {
      #expect(text.contains(trouble))
    }
    #expect(text.contains("5 taps made 5 requests.\n"))
    #expect(text.contains("5 taps made 4 requests: a tap during a load joins it.\n"))
    #expect(text.contains("122 in all"))
  }

  @Test func `the search scene shows the late answer in the log and not on the screen`()
    async throws
  {
    let (_, text) = try await play("search")
    #expect(text.contains("The answer to “ge” arrived after the one to “germ”, and was dropped."))
    #expect(!text.contains("“ge”: "))
    #expect(text.contains("日本円"))
  }

  @Test
  func `the search scene reports the outcome of each page, and draws the list's marble diagram`()
    async throws
  {
    let (_, text) = try await play("search")
    let rows = text.split(separator: "\n").map { line in
      line.split(separator: "  ").map { $0.trimmingPrefix(" ") }
    }
    for event in [
      ["a new entry shifts page 2", "1", "200", "1"],
      ["a blank page, then the next", "2", "0, 200"],
      ["a page that fails", "1", "status 500"], ["scrolling further", "0", "–"],
      ["a retry", "1", "200"],
      ["a refresh starts", "0", "–"], ["“an” is typed", "0", "–"],
    ] {
      #expect(rows.contains { $0.map(String.init).starts(with: event) })
    }
    #expect(text.contains("e the next page failed"))
  }

  @Test func `the fault scene has a sentence for each fault and says that the rows stay`()
    async throws
  {
    let (_, text) = try await play("faults")
    for sentence in [
      "No connection to 127.0.0.1:1.", "The server answered with status 500.",
      "The answer cannot be read: it is not valid JSON.",
      "The connection was lost before the answer was complete.",
      "The server did not answer in time.",
    ] {
      #expect(text.contains("  \(sentence) 122 rows stay.\n"))
    }
    #expect(text.contains(" · 1 retry 1\n  2 retry 2\n"))
  }

  @Test func `the stale scene counts requests`() async throws {
    let (_, text) = try await play("stale")
    #expect(
      text.contains("again, a moment later  revision 1                 revision 1         1\n")
    )
    #expect(
      text.contains("after a write          revision 2, and a spinner  revision 3         3\n")
    )
    #expect(text.contains("e loading, saved value shown"))
  }

  @Test func `the download scene prints the quarters, and the server's count`() async throws {
    let (_, text) = try await play("download")
    #expect(text.contains("  100 %  3.0 of 3.0 MB\n  3000000 bytes received.\n"))
    #expect(text.contains("  The server sent everything: 100 %  3.0 of 3.0 MB.\n"))
    #expect(text.contains("  50 %  1.5 of 3.0 MB\n  The state is the one before.\n"))
    #expect(text.contains("  The server saw the connection close: "))
  }

  @Test func `the edit scene shows the heart until it is refused, and the rest to the end`()
    async throws
  {
    let (_, text) = try await play("edit")
    let lines = text.split(separator: "\n").filter { $0.contains("  A better title  ") }
    #expect(lines.map { $0.prefix(1) } == ["t", "w", "u", "x", "s", "e"])
    #expect(lines.filter { $0.contains("♥ ") }.map { $0.prefix(1) } == ["t", "w", "u"])
    #expect(lines.filter { $0.hasSuffix("number 6") }.map { $0.prefix(1) } == ["s", "e"])
    #expect(text.contains("The heart: The server answered with status 500.\n"))
  }

  @Test func `the store scene prints the actions, the failures, and the states of a retry`()
    async throws
  {
    let (_, text) = try await play("store")
    for action in [
      "saved: nothing ", "genres: 6 set ", "lists: show popular           3", "lists: retry  ",
      "open 1                        3", "search: typed “the” ", "saved: with adult movies ",
    ] {
      #expect(text.contains("  \(action)"))
    }
    let failures = "  No saved values.\n  The server answered with status 503.\n"
    #expect(text.contains("The failures that the store published\n" + failures))
    #expect(text.contains("  ♥✓ The Lighthouse at Noon (1974)\n"))
    #expect(text.contains("l loading · f failed · d loaded"))
  }

  @Test func `the welcome scene prints each line that the screen showed`() async throws {
    let (_, text) = try await play("welcome")
    #expect(text.contains("  Loading for Ada in “de” … Still: Welcome, Ada!\n  Willkommen, Ada!\n"))
    #expect(text.contains("status 500. Still: Willkommen, Ada! (2)\n"))
  }

  @Test func `the app scene prints the requests of each screen, the renewal and the sign-out`()
    async throws
  {
    let (_, text) = try await play("app")
    for line in [
      "The list       yes           1         1                0",
      "The details    yes           1         1                0",
      "The favorites  no            1         0                1",
      "The activity   no            1         0                1",
      "5 answers with 401, 1 renewal, 5 answers with 200",
      "Ada signs out during two loads, a write and a search; Bob signs in:",
    ] {
      #expect(text.contains("\(line)\n"))
    }
  }

  @Test func `the offline scene prints the screens of the second process, and its requests`()
    async throws
  {
    let (_, text) = try await play("offline")
    for line in [
      "  Without a network",
      "    The list: 24 movies, as of 2 hours ago\n",
      "    The details: “The Lighthouse at Noon”, 161 minutes, as of 2 hours ago\n",
      "    No connection.\n  Connected again\n    The list: 24 movies\n",
      "Requests without a network: 0\n",
      "Requests when it is connected again: /movies/1, /movies/popular, /movies/popular\n",
    ] {
      #expect(text.contains(line), "\(line)")
    }
  }

  private func play(
    _ name: String,
    _ disturb: (inout ResponsePlan) -> Void = { _ in }
  ) async throws -> (result: SceneResult, text: String) {
    let scene = try #require(try Playbill.pick([name]).first)
    var plan = ResponsePlan()
    disturb(&plan)
    return try await withServer(plan: plan) { server, api in
      let output = CapturedOutput()
      let console = Console(sink: output, form: .plain)
      let context = SceneContext(
        server: server,
        api: api,
        console: console,
        clock: ContinuousClock()
      )
      let result = await scene.run(in: context)
      return (result, output.text)
    }
  }
}
