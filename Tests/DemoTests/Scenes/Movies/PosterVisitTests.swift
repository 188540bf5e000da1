#if os(macOS) || os(Linux)
import Foundation
import ReactiveLoadable
import ReactiveResources
import TestSupport
import Testing

@testable import Demo

/// Runs with an existing folder, in this process and in another one.
@Suite @MainActor struct PosterVisitTests {
  @Test(.needsImmediateTasks)
  func `a second process shows the posters of the folder, and only revalidates them`() async throws
  {
    try await withMovies { context, movies, folder in
      _ = try await visit(context, folder)
      let earlier = await context.server.requests.count
      let again = MoviesReturn(context: context, movies: movies, folder: folder)
      #expect(try await again.afterwards().checks.map(\.result).all == .reached)
      let requests = await context.server.requests.dropFirst(earlier)
      #expect(requests.count { $0.path.hasPrefix("/posters") } == 13)
    }
  }

  @Test func `a second process that finds the folder in use reports its owner`() async throws {
    try await withMovies { context, movies, folder in
      let library = try PosterLibrary(in: folder, of: context.api, clock: ContinuousClock())
      let again = MoviesReturn(context: context, movies: movies, folder: folder)
      #expect(try await again.whileInUse().checks.map(\.result).all == .reached)
      await library.close()
      guard case .missed(let reason) = try await again.whileInUse().checks.map(\.result).all else {
        Issue.record("a free folder counts as used")
        return
      }
      #expect(reason.contains("The folder in use: expected"))
    }
  }

  @Test(.needsImmediateTasks)
  func `from an empty folder everything is downloaded, and the check of stored posters fails`()
    async throws
  {
    try await withMovies { context, movies, folder in
      let visit = try await visit(context, folder)
      #expect(visit.lines.allSatisfy { $0.source == "network" })
      #expect(visit.check() != .reached)
      let again = MoviesReturn(context: context, movies: movies, folder: folder)
      #expect(try await again.afterwards().checks.map(\.result).all == .reached)
    }
  }

  @Test(.needsImmediateTasks)
  func `on the second day each poster is served by its caching rule`() async throws {
    try await withMovies { context, _, folder in
      _ = try await visit(context, folder)
      let visit = try await visit(context, folder)
      #expect(visit.check() == .reached)
      #expect((visit.counts.hits, visit.counts.revalidations, visit.counts.requests) == (5, 12, 13))
      let output = CapturedOutput()
      Console(sink: output, form: .plain).write(visit.blocks)
      #expect(output.text.contains("18 posters in all: 9 PNG, 9 JPEG; 17 disk, 1 network"))
      #expect(output.text.contains("12 stale on the disk: shown at once, and revalidated\n"))
    }
  }

  @Test(.needsImmediateTasks)
  func `a stale poster on disk is shown while the server is slow`() async throws {
    try await withMovies { context, movies, folder in
      _ = try await visit(context, folder)
      let library = try PosterLibrary(in: folder, of: context.api, clock: context.clock)
      let list = PosterList(movies, from: library, following: [0], clock: context.clock)
      let (trail, gate) = (try #require(list.trails[0]), ServerGate())
      let path = movies[0].posterPath(.w92)
      await context.server.disturb(.hold(gate), path: path, times: 1)
      list.play(.appears(0))
      await trail.shown.shows { $0.isLoading && $0.latest != nil }
      let shown = try #require(trail.shown.states.last?.latest)
      #expect((shown.source, shown.isStale) == (.disk, true))
      gate.open()
      await list.settles()
      #expect(trail.symbols.suffix(2) == ["d", "D"])
      #expect(trail.shown.states.last?.latest?.isStale == false)
      await library.close()
    }
  }

  @Test(.needsImmediateTasks)
  func `the scene with a custom folder plays completely, then from the folder`()
    async throws
  {
    try await withMovies { context, _, folder in
      let output = CapturedOutput()
      for _ in 1...2 {
        try await withMovies { server, _, _ in
          let context = SceneContext(
            server: server.server,
            api: server.api,
            console: Console(sink: output, form: .plain),
            clock: ContinuousClock(),
            posters: folder
          )
          #expect(await Scene.movies.run(in: context) == .reached)
        }
      }
      let parts = output.text.components(separatedBy: "Posters of an earlier run are in the folder")
      #expect(parts.count == 2)
      #expect(parts.first?.contains("A second process, while this one uses the folder") == true)
      // Both parts have the text of the checks and of the savings.
      #expect(parts.map { $0.components(separatedBy: "\n✓ ").count - 1 } == [9, 2])
      #expect(output.text.components(separatedBy: "With sharing, in this scene ").count - 1 == 2)
      let headings = ["The posters of some rows", "Saved requests and", "Rows in view at each"]
      let places = headings.compactMap { output.text.firstRange(of: $0)?.lowerBound }
      #expect(places.count == 3 && places == places.sorted())
    }
  }

  @Test(.needsImmediateTasks)
  func `a folder whose posters are all revalidated saves no request, and passes`()
    async throws
  {
    try await withMovies { context, movies, folder in
      let library = try PosterLibrary(in: folder, of: context.api, clock: context.clock)
      _ = try await library.loader.load(ResourceKey(movies[0], .w92))
      await library.close()
      try await withMovies { server, _, _ in
        var context = server
        context.posters = folder
        #expect(await Scene.movies.run(in: context) == .reached)
        let requests = await context.server.requests.count { $0.path.hasPrefix("/posters/") }
        #expect(requests == 18 + 18)
      }
    }
  }

  private func visit(_ context: SceneContext, _ folder: URL) async throws -> PosterVisit {
    let visit = try PosterVisit(context.api, in: folder, clock: context.clock)
    try await visit.run()
    return visit
  }
}
#endif
