import Foundation
import ReactiveLoadable
import ReactiveResources

/// The same movies in another process, with the folder that the first one has filled.
struct MoviesReturn: Sendable {
  let context: SceneContext
  let movies: [Movie]
  let folder: URL

  /// Runs the demo again while this process has the folder; reached if it says so, and ends.
  func whileInUse() async throws -> SceneResult {
    context.console.line()
    context.console.line("A second process, while this one has the folder", style: .bold)
    let end = try await demo().run()
    let text = end.lines.joined(separator: " ")
    context.console.lines(text.wrapped(toColumns: 76).map { "  " + $0 })
    context.console.line()
    let process = ProcessInfo.processInfo.processIdentifier
    let reason = "The cache folder \(folder.path) is in use by process \(process)."
    return SceneResult.check("The folder in use", text, is: reason)
      .and(.check("The status of the second process", end.status, is: 1))
  }

  /// Runs the demo again; reached if the server was asked as the posters' keeping has it.
  func afterwards() async throws -> SceneResult {
    context.console.line("A second process, after this one has closed the folder", style: .bold)
    let earlier = await context.server.answers.count
    let end = try await context.console.working("Showing the posters") { try await demo().run() }
    context.console.lines(end.lines.map { $0.isEmpty ? "" : "  " + $0 })
    let expected = PosterVisit.places.map { place in
      PosterTrail.Way(PosterKeeping(of: movies[place])).answers
    }
    return SceneResult.check("The status of the second process", end.status, is: 0)
      .and(await checkAnswers(since: earlier, are: expected))
  }

  /// Shows what an earlier run has left in the folder; reached if the server was asked for no more
  /// than was to see.
  @MainActor
  func fromEarlierRun() async throws -> SceneResult {
    let visit = try PosterVisit(context.api, in: folder, clock: context.clock)
    context.console.line("Posters of an earlier run are in the folder", style: .bold)
    try await visit.run()
    visit.report(on: context.console)
    let expected = visit.ways.map { $0?.answers ?? [0] }
    return await checkAnswers(since: 0, are: expected)
  }
}

extension MoviesReturn {
  private func demo() throws -> SecondProcess {
    let server = context.server.baseURL.absoluteString
    return try .demo(["--cache", folder.path, "--posters-of", server])
  }

  /// Writes how often the server answered how; reached if its answers are those that are expected of
  /// the rows that come to rest.
  private func checkAnswers(since earlier: Int, are expected: [[Int]]) async -> SceneResult {
    let answers = await context.server.answers.dropFirst(earlier)
    let statuses = PosterVisit.places.map { place in
      answers.filter { $0.path == movies[place].posterPath(.w92) }.map(\.status)
    }
    let all = statuses.joined()
    let counts = [304, 200].map { status in "\(all.count { $0 == status }) × \(status)" }
    context.console.line()
    context.console.line(
      "The server answered \(counts.joined(separator: ", ")); it was not asked for "
        + "\(statuses.count { $0.isEmpty }) of \(statuses.count) posters."
    )
    return .check("The server's answers", statuses, is: expected)
  }
}
