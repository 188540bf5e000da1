import Foundation
import ReactiveLoadable
import ReactiveResources

extension Scene {
  static let offline = Scene(
    name: "offline",
    title: "A start without a network: a list and details from the disk, with their age",
    shows: """
      An app loads two pages of a list and the details of a movie, which are saved in a folder. A \
      second process starts without a network and shows both at once, with their age. Then it is \
      connected again, and requests the details and each page once. The server counts the requests.
      """
  ) { context in
    [
      Step("Loading and saving a list and details") { try await OfflineScene(context).start() },
      Step("Starting a second process without a network") {
        try await OfflineScene(context).startAgain()
      },
    ]
  }
}

@MainActor
struct OfflineScene {
  typealias ListState = LoadState<PagedList<NoRequest, Movie, LoadError>>

  nonisolated static let movie: Movie.ID = 1
  private static let list = "/movies/popular"
  private static let details = "/movies/\(movie)"
  private let context: SceneContext

  init(_ context: SceneContext) { self.context = context }

  // MARK: The first process

  /// Loads and saves, two hours ago.
  func start() async throws -> [Block] {
    let then = WallClock { Date() - 7200 }
    let app = try OfflineApp(MovieSource(context.api), in: context.scratch, wallClock: then)
    let shown = context.timeline(app.list.states)
    let details = app.details.interest(in: Self.movie)
    await app.list.load().outcome()
    await app.list.next().outcome()
    await details.outcome()
    await shown.shows { !$0.isLoading }
    let screens = OfflineScreens(app.list.state, details.state, at: Date())
    details.cancel()
    await app.close()
    let lines: [Block] = [.line("The first start, two hours ago", .bold)] + screens.blocks
    let result = shown.draws("nl1m2", Self.mark)
      .and(expect("The list", screens.list, is: "The list: 24 movies"))
      .and(expect("The details", screens.details.contains("minutes"), is: true))
    return lines + [.blank] + shown.blocks("The list", Self.mark) + [
      result.proves("The first start loads two pages and the details of a movie.")
    ]
  }

  private static func mark(_ state: ListState) -> StateMark {
    state.mark { list in
      if case .loading = list.append { return StateMark("m", "next page in flight", .busy) }
      return StateMark("\((list.count + 11) / 12)", "\(list.count) movies")
    }
  }

  // MARK: The second process

  func startAgain() async throws -> [Block] {
    let earlier = await context.server.requests.count
    let address = context.server.baseURL.absoluteString
    let arguments = ["--cache", context.scratch.path, "--movies-of", address]
    let end = try await SecondProcess.demo(arguments).run()
    let paths = await context.server.requests.dropFirst(earlier).map(\.path)
    let parts = paths.split(
      separator: OfflineVisit.probe,
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    let (offline, online) = (Array(parts[0]), parts.dropFirst().first?.sorted())
    let ages = end.lines.count { $0.hasSuffix(", as of 2 hours ago") }
    let lines: [Block] = end.lines.map { .line($0.isEmpty ? "" : "  " + $0) }
    let texts: [Block] = [
      .blank, .line("Requests without a network: \(offline.count)"),
      .line("Requests when it is connected again: \(online?.joined(separator: ", ") ?? "none")"),
    ]
    let result = expect("The status of the second process", end.status, is: 0)
      .and(expect("Screens with their age", ages, is: 2))
      .and(expect("Requests without a network", offline, is: []))
    return [.blank, .line("A second process, two hours later", .bold)] + lines + texts + [
      result.proves("Without a network, the list and the details are shown with their age."),
      expect("Requests", online, is: [Self.details, Self.list, Self.list])
        .proves("When the network is back, the details and both pages are requested once each."),
    ]
  }
}
