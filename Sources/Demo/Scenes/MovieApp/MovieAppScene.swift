import Foundation
import ReactiveLoadable
import ReactiveResources

/// A movie app whose whole state is one store.
struct MovieAppScene: Scene {
  let name = "store"
  let title = "A movie app whose state is one store"
  let shows = """
    Lists in pages, details, a search, favourites and settings that a file keeps, genres that an \
    action loads: reducers change one state, and a middleware notes each action. Screens ask for the \
    same, a page and a movie fail, an action is cancelled, the file is broken. The server counts.
    """

  func run(in context: SceneContext) async -> SceneResult {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "movie-app-\(UUID().uuidString)", directoryHint: .isDirectory)
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let posters = folder.appending(path: "posters", directoryHint: .isDirectory)
      let library = try PosterLibrary(in: posters, of: context.api, clock: context.clock)
      let result = await play(context, in: folder, library)
      await library.close()
      return result
    } catch {
      return .missed("The app: expected a folder; there was: \(error.localizedDescription)")
    }
  }

  @MainActor
  private func play(
    _ context: SceneContext,
    in folder: URL,
    _ library: PosterLibrary
  ) async -> SceneResult {
    let play = await MovieAppPlay(context, in: folder)
    await context.console.working("Using the app") { await play.run(posters: library) }
    play.report()
    let checks = await play.checks()
    checks.write(to: context.console)
    return checks.result
  }
}
