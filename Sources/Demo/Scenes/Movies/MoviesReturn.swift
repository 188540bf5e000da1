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

  /// Runs the demo again; reached if the server was asked as it wants to be.
  func afterwards() async throws -> SceneResult {
    context.console.line("A second process, after this one has closed the folder", style: .bold)
    let earlier = await context.server.answers.count
    for place in PosterVisit.places { await slowDown(place) }
    let end = try await context.console.working("Showing the posters") { try await demo().run() }
    context.console.lines(end.lines.map { $0.isEmpty ? "" : "  " + $0 })
    let answers = await answers(since: earlier)
    write(answers)
    let expected = PosterVisit.places.map { PosterKeeping(of: movies[$0]).answers }
    return SceneResult.check("The status of the second process", end.status, is: 0)
      .and(.check("The server's answers", answers, is: expected))
  }

  /// Shows what an earlier run has left in the folder; reached if the server was asked for just what
  /// was to see.
  @MainActor
  func fromEarlierRun() async throws -> SceneResult {
    let visit = try PosterVisit(context.api, in: folder, clock: context.clock)
    context.console.line("Posters of an earlier run are in the folder", style: .bold)
    try await visit.run()
    visit.report(on: context.console)
    let answers = await answers(since: 0)
    write(answers)
    let fetched = zip(PosterVisit.places, answers).filter { $1 == [200] }.map(\.0)
    let fromNetwork = zip(PosterVisit.places, visit.lines).filter { $1.source == "network" }
    return SceneResult.check("Posters", visit.lines.count, is: PosterVisit.places.count)
      .and(.check("Fetched", fetched, is: fromNetwork.map(\.0)))
      .and(.check("Found right", answers.count { $0 == [304] }, is: visit.counts.revalidations))
      .and(.check("Not asked about", answers.count { $0.isEmpty }, is: visit.counts.hits))
  }
}

extension MoviesReturn {
  private func demo() throws -> SecondProcess {
    let server = context.server.baseURL.absoluteString
    return try .demo(["--cache", folder.path, "--posters-of", server])
  }

  /// Has the server take its time, so that it is seen what shows meanwhile.
  private func slowDown(_ place: Int) async {
    let path = movies[place].posterPath(.w92)
    await context.server.disturb(.delay(.milliseconds(20)), path: path, times: 1)
  }

  /// The statuses of the server's answers to the rows that come to rest.
  private func answers(since earlier: Int) async -> [[Int]] {
    let answers = await context.server.answers.dropFirst(earlier)
    return PosterVisit.places.map { place in
      answers.filter { $0.path == movies[place].posterPath(.w92) }.map(\.status)
    }
  }

  private func write(_ answers: [[Int]]) {
    let all = answers.joined()
    let counts = [304, 200].map { status in "\(all.count { $0 == status }) × \(status)" }
    context.console.line()
    context.console.line(
      "The server answered \(counts.joined(separator: " and ")); it was not asked for "
        + "\(answers.count { $0.isEmpty }) of \(answers.count) posters."
    )
  }
}

extension PosterKeeping {
  /// The statuses of the server's answers to who has fetched a poster less than an hour ago.
  var answers: [Int] {
    switch self {
    case .revalidated: [304]
    case .anHour: []
    case .never: [200]
    }
  }
}
