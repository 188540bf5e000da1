import ArgumentParser
import Foundation

@main
struct Demo: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Demo",
    abstract: "A tour of ReactiveLoadable on real requests.",
    discussion: """
      In a terminal the demo starts with a menu of its scenes. With --all, or with output to a pipe, \
      it plays every scene. Each scene uses an HTTP API that the demo starts on a free port of this \
      machine; no request leaves the machine, except for --feed with a URL.

      The exit status is 0 if every scene reached its expected state, 1 if one did not, and 64 for \
      wrong options. Output to a pipe is plain text; NO_COLOR is respected.

      Keys of --live:
      \(LiveCommand.table.joined(separator: "\n"))
      """
  )

  @Option(help: .init("Play this scene only; can be repeated. See --list.", valueName: "name"))
  var scene: [String] = []

  @Flag(help: "Play every scene, without the menu.")
  var all = false

  @Option(
    help: .init("Show the podcast feed (RSS 2.0) at this URL or path.", valueName: "url or file"),
    transform: Demo.feedSource
  )
  var feed: FeedSource?

  @Option(
    parsing: .unconditional,
    help: .init("Delay every answer of the API (0 to 10000).", valueName: "milliseconds")
  )
  var latency = 0

  @Option(
    help: .init("Keep the posters of the scene “movies” in this folder.", valueName: "folder"),
    completion: .directory,
    transform: { URL(filePath: $0, directoryHint: .isDirectory) }
  )
  var cache: URL?

  @Option(
    help: .init("Show the posters of --cache, from the API at this address.", visibility: .hidden),
    transform: Demo.address
  )
  var postersOf: URL?

  @Option(
    help: .init("Start offline with the movies of --cache.", visibility: .hidden),
    transform: Demo.address
  )
  var moviesOf: URL?

  @Flag(help: "Search with the keyboard; with keys from a pipe, each screen is written out.")
  var live = false

  @Flag(help: "Serve an app and its loads as a page for a browser on this machine.")
  var web = false

  @Option(help: .init("The port of --web; by default a free one.", valueName: "number"))
  var port: UInt16?

  @Flag(help: "List the scenes and exit.")
  var list = false

  func validate() throws {
    guard (0...10_000).contains(latency) else {
      throw ValidationError("The latency \(latency) is not between 0 and 10000 milliseconds.")
    }
    guard !live || !choosesScenes else {
      throw ValidationError("--live plays no scene; use it without --scene, --feed and --all.")
    }
    guard !web || !(choosesScenes || live) else {
      throw ValidationError(
        "--web plays no scene; use it without --scene, --feed, --all and --live."
      )
    }
    guard port == nil || web else { throw ValidationError("--port needs --web.") }
    guard !all || (scene.isEmpty && feed == nil) else {
      throw ValidationError("--all plays every scene; use it without --scene and --feed.")
    }
    for (address, option) in [(postersOf, "--posters-of"), (moviesOf, "--movies-of")] {
      guard address == nil || cache != nil else {
        throw ValidationError("\(option) needs --cache.")
      }
    }
    _ = try picked()
  }

  func run() async throws {
    let console = Console()
    guard !list else { return Self.list(Playbill.scenes, on: console) }
    guard !live else { return try await runLive() }
    guard !web else { return try await runWeb() }
    if let postersOf, let cache { return try await visit(postersOf, cache: cache) }
    if let moviesOf, let cache { return try await visitOffline(moviesOf, in: cache) }
    let isReached =
      if showsMenu(hasKeyboard: Terminal.hasKeyboard, console.form) {
        try await Menu(console: console, input: { readLine() }).run(play)
      } else {
        try await play(try picked())
      }
    guard isReached else { throw ExitCode.failure }
  }

  private var choosesScenes: Bool { all || !scene.isEmpty || feed != nil }

  /// The menu is shown on a terminal, unless an option chooses the scenes.
  func showsMenu(hasKeyboard: Bool, _ form: ConsoleForm) -> Bool {
    hasKeyboard && form.isTerminal && !choosesScenes
  }

  func picked() throws -> [Scene] {
    if scene.isEmpty && feed == nil { return Playbill.scenes }
    do {
      return try Playbill.pick(scene) + (feed.map { [Scene.feed($0)] } ?? [])
    } catch { throw ValidationError(error.description) }
  }

  @MainActor
  private func play(_ scenes: [Scene]) async throws -> Bool {
    let tour = Tour(
      scenes: scenes,
      catalogue: try .bundled(),
      console: Console(),
      latency: .milliseconds(latency),
      posters: cache
    )
    return await tour.run()
  }

  static func list(_ scenes: [Scene], on console: Console) {
    for scene in scenes {
      console.line(scene.name, style: .bold)
      console.paragraph(scene.shows)
      console.line()
    }
  }

  @Sendable private static func feedSource(_ text: String) throws -> FeedSource {
    do {
      return try FeedSource(text)
    } catch { throw ValidationError(error.description) }
  }
}
