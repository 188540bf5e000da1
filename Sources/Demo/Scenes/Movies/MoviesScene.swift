import Foundation
import ReactiveLoadable
import ReactiveResources

extension Scene {
  static let movies = Scene(
    name: "movies",
    title: "Posters in rows that fly by, from memory, disk and network",
    shows: """
      Forty movies in six rows that are reused. The list is scrolled, flung and scrolled back; one \
      poster is slow, one fails until it is tapped, one breaks off and is resumed. Rows in view are \
      loaded before rows that flew by. Then a second process shows the posters from the disk. The \
      server counts the requests, and those of rows without sharing.
      """
  ) { context in
    let folder = context.posters ?? context.scratch
    let movies = try await context.api.movies()
    let again = MoviesReturn(context: context, movies: movies, folder: folder)
    guard try await hasPosters(folder) else { return try firstRun(again) }
    return [
      Step("Showing the posters") { try await again.fromEarlierRun() },
      Step("Fetching the same without sharing") {
        let keys = RowScroll.again.keys(of: movies)
        let gain = await PosterGain.measure(keys, in: context)
        let claim = """
          The server counts no more requests and no more bytes than for rows without a cache.
          """
        return [.blank] + gain.blocks + [gain.check(keys).proves(claim)]
      },
    ]
  }
}

private func hasPosters(_ folder: URL) async throws -> Bool {
  let disk = try DiskCache(folder: folder)
  let size = try await disk.sizeOnDisk()
  await disk.close()
  return size > 0
}

@MainActor
private func firstRun(_ again: MoviesReturn) throws -> [Step] {
  let play = try MoviesPlay(again.context, again.movies, in: again.folder)
  return [
    Step("Scrolling") {
      await play.run()
      return play.posters
    },
    Step("Fetching the same without sharing") {
      let keys = RowScroll.movies.keys(of: again.movies) + [ResourceKey(again.movies[0], .w342)]
      let gain = await PosterGain.measure(keys, in: again.context)
      let claim = "The server counts fewer requests and fewer bytes than for rows without sharing."
      return gain.blocks + play.report + play.checks + [
        gain.check(keys).and(gain.checkSaving()).proves(claim)
      ]
    },
    Step("Starting a second process") {
      let blocks = try await again.whileInUse()
      await play.library.close()
      return blocks
    },
    Step("Showing the posters") { try await again.afterwards() },
  ]
}

extension [RowScroll] {
  fileprivate func keys(of movies: [Movie]) -> [ResourceKey] {
    flatMap(\.appeared).map { ResourceKey(movies[$0], .w92) }
  }
}

/// The same movies in a second process, with the folder of the first one.
struct MoviesReturn: Sendable {
  let context: SceneContext
  let movies: [Movie]
  let folder: URL

  func whileInUse() async throws -> [Block] {
    let end = try await demo().run()
    let text = end.lines.joined(separator: " ")
    let process = ProcessInfo.processInfo.processIdentifier
    let reason = "The cache folder \(folder.path) is in use by process \(process)."
    return [.blank, .line("A second process, while this one uses the folder", .bold)]
      + text.wrapped(toColumns: 76).map { .line("  " + $0) } + [
        .blank,
        expect("The folder in use", text, is: reason)
          .and(expect("The status of the second process", end.status, is: 1))
          .proves("A second process is refused the folder, with the process that uses it."),
      ]
  }

  func afterwards() async throws -> [Block] {
    let earlier = await context.server.answers.count
    for place in PosterVisit.places {
      // A slow answer leaves time to show the stale poster.
      let path = movies[place].posterPath(.w92)
      await context.server.disturb(.delay(.milliseconds(20)), path: path, times: 1)
    }
    let end = try await demo().run()
    let answers = await answers(since: earlier)
    let expected = PosterVisit.places.map { PosterKeeping(of: movies[$0]).answers }
    return [.line("A second process, after this one has closed the folder", .bold)]
      + end.lines.map { .line($0.isEmpty ? "" : "  " + $0) } + summary(answers) + [
        expect("The status of the second process", end.status, is: 0)
          .and(expect("The server's answers", answers, is: expected))
          .proves(Self.claim)
      ]
  }

  @MainActor
  func fromEarlierRun() async throws -> [Block] {
    let visit = try PosterVisit(context.api, in: folder, clock: context.clock)
    try await visit.run()
    let answers = await answers(since: 0)
    let fetched = zip(PosterVisit.places, answers).filter { $1 == [200] }.map(\.0)
    let fromNetwork = zip(PosterVisit.places, visit.lines).filter { $1.source == "network" }
    let revalidated = answers.count { $0 == [304] }
    return [.line("Posters of an earlier run are in the folder", .bold)] + visit.blocks
      + summary(answers) + [
        expect("Posters", visit.lines.count, is: PosterVisit.places.count)
          .and(expect("Fetched", fetched, is: fromNetwork.map(\.0)))
          .and(expect("Revalidated", revalidated, is: visit.counts.revalidations))
          .and(expect("Not requested", answers.count { $0.isEmpty }, is: visit.counts.hits))
          .proves(Self.claim)
      ]
  }

  private static let claim = """
    Later, a second process shows fresh posters without a request, and stale ones while they are \
    revalidated. It fetches only those that must not be cached.
    """

  private func demo() throws -> SecondProcess {
    let server = context.server.baseURL.absoluteString
    return try .demo(["--cache", folder.path, "--posters-of", server])
  }

  private func answers(since earlier: Int) async -> [[Int]] {
    let answers = await context.server.answers.dropFirst(earlier)
    return PosterVisit.places.map { place in
      answers.filter { $0.path == movies[place].posterPath(.w92) }.map(\.status)
    }
  }

  private func summary(_ answers: [[Int]]) -> [Block] {
    let all = answers.joined()
    let counts = [304, 200].map { status in "\(all.count { $0 == status }) × \(status)" }
    let silent = answers.count { $0.isEmpty }
    let sentence = "The server answered \(counts.joined(separator: " and "))"
    return [.blank, .line("\(sentence); \(silent) of \(answers.count) posters: no request.")]
  }
}
