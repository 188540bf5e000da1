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
    What stays in view is loaded before what flew by. The server counts what it is asked for.
    """

  func run(in context: SceneContext) async -> SceneResult {
    do {
      let movies = try await context.api.movies()
      return try await Self.withFolder { folder in
        let play = try MoviesPlay(context, movies, in: folder)
        await context.console.working("Scrolling") { await play.run() }
        await play.report()
        return await play.check()
      }
    } catch {
      return .missed("The movies: expected a list to scroll; there was: \(error.localizedDescription)")
    }
  }

  /// Makes a folder of its own and removes it afterwards, whatever happens.
  private static func withFolder<Result>(
    _ body: (URL) async throws -> Result
  ) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "movies-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
  }
}
