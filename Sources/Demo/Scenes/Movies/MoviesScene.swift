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
    the disk. The server counts what it is asked for.
    """

  func run(in context: SceneContext) async -> SceneResult {
    do {
      let movies = try await context.api.movies()
      return try await Self.withFolder(context.posters) { folder in
        let again = MoviesReturn(context: context, movies: movies, folder: folder)
        return try await Self.hasPosters(folder)
          ? again.fromEarlierRun() : playFromTheStart(in: context, again)
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
    await play.report()
    let result = await play.check().and(try await again.whileInUse())
    await play.library.close()
    return result.and(try await again.afterwards())
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
