import ArgumentParser
import Foundation

/// The command `Demo`.
@main
struct Demo: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Demo",
    abstract: "A tour of ReactiveLoadable on real requests.",
    discussion: """
      Without options every scene is played. Each talks to an HTTP API that the demo starts on a \
      free port of this machine; nothing leaves it, except for --feed with a URL.

      The exit status is 0 if every scene reached its expected state, 1 if one did not, and 64 if \
      the options make no sense. Piped output is plain text; NO_COLOR is respected.
      """
  )

  @Option(
    help: .init(
      "Play this scene only; may be given several times. See --list.",
      valueName: "name"
    )
  )
  var scene: [String] = []

  @Option(
    help: .init(
      "Show the podcast feed (RSS 2.0) at this URL or path.",
      valueName: "url or file"
    ),
    transform: Demo.feedSource
  )
  var feed: FeedSource?

  @Option(
    parsing: .unconditional,
    help: .init(
      "Let each answer of the API wait for so long (0 to 10000).",
      valueName: "milliseconds"
    )
  )
  var latency = 0

  @Option(
    help: .init(
      """
      Keep the posters of the scene “movies” in this folder, from run to run; by default in one \
      that is removed.
      """,
      valueName: "folder"
    ),
    completion: .directory,
    transform: { URL(filePath: $0, directoryHint: .isDirectory) }
  )
  var cache: URL?

  @Option(
    help: .init("Show the posters of --cache, from the API here.", visibility: .hidden),
    transform: Demo.address
  )
  var postersOf: URL?

  @Flag(
    help: """
      Search with the keyboard, in a list without end; Ctrl-C quits. Keys may come from a pipe: \
      then each screen is written out.
      """
  )
  var live = false

  @Flag(help: "List the scenes and exit.")
  var list = false

  func validate() throws {
    guard (0...10_000).contains(latency) else {
      throw ValidationError("The latency \(latency) is not between 0 and 10000 milliseconds.")
    }
    guard !live || (scene.isEmpty && feed == nil) else {
      throw ValidationError("--live plays no scene: it stands without --scene and --feed.")
    }
    guard postersOf == nil || cache != nil else {
      throw ValidationError("--posters-of needs --cache.")
    }
    _ = try picked()
  }

  func run() async throws {
    guard !list else { return Self.list(Playbill.scenes, on: Console()) }
    guard !live else { return try await runLive() }
    if let postersOf, let cache { return try await visit(postersOf, cache: cache) }
    let tour = Tour(
      scenes: try picked(),
      catalogue: try .bundled(),
      console: Console(),
      latency: .milliseconds(latency),
      posters: cache
    )
    guard await tour.run() else { throw ExitCode.failure }
  }
}

extension Demo {
  /// The scenes that the options ask for: those that are named, and all if none is.
  func picked() throws -> [any Scene] {
    if scene.isEmpty && feed == nil { return Playbill.scenes }
    do {
      let feeds: [any Scene] = feed.map { [FeedScene(source: $0)] } ?? []
      return try Playbill.pick(scene) + feeds
    } catch {
      throw ValidationError(error.description)
    }
  }

  /// Writes the name of each scene and what it shows.
  static func list(_ scenes: [any Scene], on console: Console) {
    for scene in scenes {
      console.line(scene.name, style: .bold)
      console.paragraph(scene.shows)
      console.line()
    }
  }

  @Sendable private static func feedSource(_ text: String) throws -> FeedSource {
    do {
      return try FeedSource(text)
    } catch {
      throw ValidationError(error.description)
    }
  }
}
