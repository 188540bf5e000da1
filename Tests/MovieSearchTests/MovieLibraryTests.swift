@testable import MovieSearchModels
import Foundation
import LoadableTesting
import ReactiveLoadable
import ReactiveResources
import Testing

// A frame is a second, and a response of the server takes two.

@Suite @MainActor struct `The library of the sample app` {
  private func play(_ body: @MainActor (Marbles, SampleServer, MovieLibrary) -> Void) {
    marbles(on: MainActor.shared, frame: .seconds(1)) { m in
      let server = m.keep(SampleServer(latency: .seconds(2), clock: m.clock))
      body(m, server, m.keep(MovieLibrary(server: server, store: nil, clock: m.clock)))
    }
  }

  /// The states of a detail screen: the title, in small letters during a load, with `!` after a failure.
  private func title(_ detail: DetailModel) -> String {
    switch detail.state {
    case .notRequested: "-"
    case .loading(let loading): loading.previous?.movie.title.lowercased() ?? "loading"
    case .loaded(let details): details.movie.title
    case .failed(let failed): (failed.previous?.movie.title ?? "") + "!"
    }
  }

  private let titles = [
    "n": "-", "l": "loading", "G": "Copper Garden", "r": "copper garden", "F": "Copper Garden!",
    "f": "!",
  ]

  @Test func `a detail screen finds the details cached for a minute`() {
    play { m, _, library in
      let first = m.keep(DetailModel(library.details))
      let second = m.keep(DetailModel(library.details))
      m.hot("-s--x 60s s") { $0 == "s" ? first.show(0) : first.disappear() }
      m.hot("------s") { second.show(0) }
      m.expect(reading: { title(first) }, "nl-G- 60s  r-G", titles)
      m.expect(reading: { title(second) }, "n-----G 58s  r-G", titles)
    }
  }

  @Test func `a reload that fails keeps the details, and a retry loads them`() {
    play { m, server, library in
      let detail = m.keep(DetailModel(library.details))
      m.hot("-s") { detail.show(0) }
      m.hot("----o---o") { server.isOnline.accept(!server.isOnline.value) }
      m.hot("-----r") { m.keep(Task { await detail.refresh() }) }
      m.hot("---------t") { detail.retry() }
      m.expect(reading: { title(detail) }, "nl-G-r-F-r-G", titles)
    }
  }

  @Test func `a movie that does not exist is a failure`() {
    play { m, _, library in
      let detail = m.keep(DetailModel(library.details))
      m.hot("-s") { detail.show(-1) }
      m.expect(reading: { title(detail) }, "nl-f", titles)
      m.at(.seconds(4)) {
        #expect(detail.state.error?.localizedDescription == "The movie was not found.")
      }
    }
  }

  @Test func `a poster is fetched once for all rows, and on the next launch not at all`() {
    marbles(on: MainActor.shared, frame: .seconds(1)) { m in
      let key = ResourceKey("posters/0.json")
      let transport = MemoryTransport(clock: m.clock)
      let file = Data(#"{"hue":0.5,"symbol":"leaf"}"#.utf8)
      let resource = MemoryResource(file, cacheControl: "max-age=3600")
      transport.serve(resource, at: SampleServer.url(of: key.path))
      transport.plan(.wait(.seconds(2)), at: SampleServer.url(of: key.path))
      let store = MemoryStore()
      @MainActor func launch() -> ResourceLoader<Poster> {
        .posters(from: transport, store: store, clock: m.clock)
      }
      let today = launch()
      let rows = m.keep([PosterRow(today), PosterRow(today), PosterRow(launch())])
      m.hot("-01---2") { rows[Int($0) ?? 0].show(key) }
      for (row, diagram) in zip(rows, ["nl-N", "n-lN", "n-----D"]) {
        m.expect(
          reading: { "\(row.state.latest?.source.rawValue ?? "\(row.state)")" },
          diagram,
          ["n": "notRequested", "l": "loading", "N": "network", "D": "disk"]
        )
      }
      m.at(.seconds(8)) {
        #expect(rows[2].state.latest?.value == Poster(hue: 0.5, symbol: "leaf"))
        #expect(transport.requests.count == 1)
      }
    }
  }

  @Test func `the server has a poster for each movie of the catalog`() async throws {
    let posters = ResourceLoader.posters(
      from: SampleServer(latency: .zero),
      store: nil,
      clock: ContinuousClock()
    )
    for movie in Movie.catalog {
      #expect(try await posters.load(ResourceKey(movie.poster)).source == .network)
    }
    await #expect(throws: ResourceError.self) { try await posters.load(ResourceKey("none")) }
  }
}
