import Foundation
import ReactiveLoadable
import ReactiveResources

/// Movies in a list that is flung about: each poster is fetched once, and is there the next day.
struct MoviesScene: Scene {
  let name = "movies"
  let title = "Posters in rows that fly by, from memory, disk and network"
  let shows = """
    Forty movies in six rows that are used again and again. The list is scrolled, flung and \
    scrolled back; one poster is slow, one fails until it is tapped, one breaks off and goes on. \
    What stays in view is loaded before what flew by. Then a second process shows the posters from \
    the disk. The server counts what it is asked for, also by rows that share nothing.
    """

  func run(in context: SceneContext) async -> SceneResult {
    do {
      let movies = try await context.api.movies()
      return try await Self.withFolder(context.posters) { folder in
        let again = MoviesReturn(context: context, movies: movies, folder: folder)
        return try await Self.hasPosters(folder)
          ? playFromEarlierRun(in: context, again) : playFromTheStart(in: context, again)
      }
    } catch {
      return .missed("The movies: expected posters; there was: \(error.localizedDescription)")
    }
  }

  @MainActor
  private func playFromTheStart(
    in context: SceneContext,
    _ again: MoviesReturn
  ) async throws -> SceneResult {
    let play = try MoviesPlay(context, again.movies, in: again.folder)
    await context.console.working("Scrolling") { await play.run() }
    let keys = RowScroll.movies.keys(of: again.movies) + [ResourceKey(again.movies[0], .w342)]
    let gain = await measure(keys, context)
    play.report(gain)
    var checks = play.checks()
    checks.append(SceneCheck(Claim.inUse, try await again.whileInUse()))
    await play.library.close()
    checks.append(SceneCheck(Claim.afterwards, try await again.afterwards()))
    checks.append(SceneCheck(Claim.gain, gain.check(keys).and(gain.checkSaving())))
    context.console.line()
    checks.write(to: context.console)
    return checks.result
  }

  @MainActor
  private func playFromEarlierRun(
    in context: SceneContext,
    _ again: MoviesReturn
  ) async throws -> SceneResult {
    let keys = RowScroll.again.keys(of: again.movies)
    let result = try await again.fromEarlierRun()
    let gain = await measure(keys, context)
    context.console.line()
    gain.write(to: context.console)
    let checks = [
      SceneCheck(Claim.afterwards, result), SceneCheck(Claim.cost, gain.check(keys)),
    ]
    checks.write(to: context.console)
    return checks.result
  }

  /// Finds out what was saved.
  @MainActor
  private func measure(_ keys: [ResourceKey], _ context: SceneContext) async -> PosterGain {
    await context.console.working("Fetching the same without sharing") {
      await PosterGain.measure(keys, in: context)
    }
  }

  /// What the scene claims beside what its play does.
  private enum Claim {
    static let inUse = """
      A second process that wants the folder meanwhile is told which process has it.
      """
    static let afterwards = """
      Later, a second process shows what the folder has without a request if it is fresh, and while \
      the server is asked if it is stale; it fetches only what may not be kept.
      """
    static let gain = """
      The server counted fewer requests, and sent fewer bytes, than for rows that share nothing.
      """
    static let cost = """
      The server counted no more requests, and sent no more bytes, than for rows that keep nothing.
      """
  }
}

extension RowScroll {
  /// What each row that appears wants.
  fileprivate func keys(of movies: [Movie]) -> [ResourceKey] {
    stretches.flatMap(\.appeared).map { ResourceKey(movies[$0], .w92) }
  }
}

extension MoviesScene {
  /// Makes a folder of its own if none is given, and removes that afterwards, whatever happens.
  private static func withFolder<Result>(
    _ folder: URL?,
    _ body: (URL) async throws -> Result
  ) async throws -> Result {
    if let folder { return try await body(folder) }
    let own = FileManager.default.temporaryDirectory
      .appending(path: "movies-\(UUID().uuidString)", directoryHint: .isDirectory)
    defer { try? FileManager.default.removeItem(at: own) }
    return try await body(own)
  }

  private static func hasPosters(_ folder: URL) async throws -> Bool {
    let disk = try DiskCache(folder: folder)
    let size = try await disk.sizeOnDisk()
    await disk.close()
    return size > 0
  }
}
