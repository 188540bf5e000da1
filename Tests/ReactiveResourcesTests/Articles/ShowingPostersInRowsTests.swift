import Foundation
import LoadableTesting
import ReactiveLoadable
import ReactiveResources
import Testing

// The code of the article on showing posters in rows, unchanged, without the view of SwiftUI.

nonisolated struct Poster: Hashable, Sendable {
  let name: String

  init(_ file: Data) throws {
    guard !file.isEmpty else { throw URLError(.cannotDecodeContentData) }
    name = String(decoding: file, as: UTF8.self)
  }
}

nonisolated struct Movie: Identifiable {
  let id: Int
  let title: String
  let poster: String
}

struct PosterLibrary: Sendable {
  let posters: ResourceLoader<Poster>

  init(
    server: URL,
    store: (any ResourceStore)?,
    transport: any ResourceTransport = URLSessionTransport.shared,
    clock: any Clock<Duration> = ContinuousClock(),
    wallClock: WallClock = .system
  ) {
    let fetcher = ResourceFetcher(store: store, transport: transport, wallClock: wallClock)
    let policy = ResourcePolicy<Poster>(
      cache: CachePolicy(
        count: 200,
        load: LoadPolicy(queue: LoadQueue(limit: 4, order: .newestFirst), clock: clock)
      )
    )
    posters = ResourceLoader(fetcher, policy: policy) { key in
      let folder = key.size.pixels.map { "w\($0)" } ?? "original"
      return ResourceRequest(server.appending(path: "\(folder)/\(key.path)"))
    } decode: { file, _ in
      try Poster(file)
    }
  }
}

typealias PosterRow = KeyedModel<ResourceLoader<Poster>>

@MainActor final class MovieRow {
  let poster: PosterRow

  init(_ library: PosterLibrary) { poster = PosterRow(library.posters) }

  func appear(_ movie: Movie) { poster.show(ResourceKey(movie.poster, size: 92)) }
  func disappear() { poster.disappear() }
  func tap() { poster.retry() }
}

func draw(_ state: ResourceLoader<Poster>.State) -> String {
  switch state {
  case .notRequested: ""
  case .loading(let loading): loading.previous.map { "\($0.value.name) ↻" } ?? "…"
  case .loaded(let poster) where poster.source == .network: "\(poster.value.name), fading in"
  case .loaded(let poster): poster.value.name
  case .failed(let failed): failed.previous.map { "\($0.value.name) ⚠" } ?? "Tap to try again."
  }
}

func name(_ state: ResourceLoader<Poster>.State) -> String {
  state.map(\.value).latest?.name ?? "no poster"
}

@Suite struct `The code of the article on showing posters in rows` {
  let server = URL(filePath: "/")
  let url = URL(filePath: "/w92/heat.jpg")
  let heat = Movie(id: 1, title: "Heat", poster: "heat.jpg")
  let tron = Movie(id: 2, title: "Tron", poster: "tron.jpg")
  let names = [
    "n": "", "l": "…", "N": "Heat, fading in", "D": "Heat", "T": "Tron, fading in",
    "f": "Tap to try again.", "d": "Heat ↻", "F": "Heat ⚠",
  ]

  @Test func `a row appears, disappears and reappears`() {
    marbles(on: MainActor.shared, frame: .seconds(1)) { m in
      let transport = MemoryTransport(clock: m.clock)
      transport.serve(MemoryResource(Data("Heat".utf8), cacheControl: "max-age=3600"), at: url)
      transport.plan(.wait(.seconds(3)), at: url)
      let library = PosterLibrary(server: server, store: nil, transport: transport, clock: m.clock)
      let row = m.keep(MovieRow(library))
      m.hot("-h---x-h") { act in
        if act == "x" { row.disappear() } else { row.appear(heat) }
      }
      m.expect(
        reading: { draw(row.poster.state) },
        "nl--N--M",
        ["n": "", "l": "…", "N": "Heat, fading in", "M": "Heat"]
      )
      m.at(.seconds(9)) { #expect(name(row.poster.state) == "Heat") }
    }
  }

  @Test func `a reused row shows only the second poster`() {
    marbles(on: MainActor.shared, frame: .seconds(1)) { m in
      let (row, _) = m.posterRow()
      m.hot("-ht") { row.appear($0 == "h" ? heat : tron) }
      m.expect(reading: { draw(row.poster.state) }, "nl---T", names)
    }
  }

  @Test func `a failure waits for the tap`() {
    marbles(on: MainActor.shared, frame: .seconds(1)) { m in
      let transport = MemoryTransport(clock: m.clock)
      transport.serve(MemoryResource(Data("Heat".utf8), cacheControl: "max-age=3600"), at: url)
      transport.plan(.wait(.seconds(3)), at: url)
      transport.plan(.status(503), at: url, times: 1)
      let library = PosterLibrary(server: server, store: nil, transport: transport, clock: m.clock)
      let row = m.keep(MovieRow(library))
      m.hot("-h----r") { act in
        if act == "r" { row.tap() } else { row.appear(heat) }
      }
      m.expect(
        reading: { draw(row.poster.state) },
        "nl--f-l--N",
        ["n": "", "l": "…", "f": "Tap to try again.", "N": "Heat, fading in"]
      )
    }
  }

  @Test func `a failed row that reappears after the retry delay retries`() {
    marbles(on: MainActor.shared, frame: .seconds(1)) { m in
      let (row, transport) = m.posterRow()
      transport.plan(.status(503), at: url, times: 1)
      m.hot("-h---xh") { act in
        if act == "x" { row.disappear() } else { row.appear(heat) }
      }
      m.expect(reading: { draw(row.poster.state) }, "nl--f-l--N", names)
    }
  }

  @Test func `a failed row that reappears before that shows the failure`() {
    marbles(on: MainActor.shared, frame: .milliseconds(250)) { m in
      let (row, transport) = m.posterRow()
      transport.plan(.status(503), at: url, times: 1)
      m.hot("-h------------xh") { act in
        if act == "x" { row.disappear() } else { row.appear(heat) }
      }
      m.expect(reading: { draw(row.poster.state) }, "nl-----------f", names)
    }
  }

  @Test func `a prefetch runs as long as its handle is retained`() {
    for isKept in [true, false] {
      marbles(frame: .seconds(1)) { m in
        let transport = MemoryTransport.ofPosters(m.clock)
        transport.plan(.wait(.seconds(3)), at: url)
        let library = PosterLibrary(
          server: server,
          store: nil,
          transport: transport,
          clock: m.clock
        )
        let posters = m.keep(library.posters)
        let keys = [ResourceKey("heat.jpg", size: 92)]
        var ahead: AnyCancellable?
        ahead = posters.prefetch(keys)
        if !isKept { ahead = nil }
        m.at(.seconds(9)) {
          #expect((posters.resource(for: keys[0]) != nil) == isKept)
          ahead?.cancel()
        }
      }
    }
  }

  @Test func `the next launch shows stored posters, and revalidates stale ones`() {
    marbles(on: MainActor.shared, frame: .seconds(1)) { m in
      let wallClock = WallClock(from: m.clock)
      let transport = MemoryTransport(clock: m.clock, wallClock: wallClock)
      let store = MemoryStore()
      let file = MemoryResource(Data("Heat".utf8), entityTag: "\"1\"", cacheControl: "max-age=10")
      transport.serve(file, at: url)
      transport.plan(.wait(.seconds(3)), at: url)
      @MainActor func launch() -> MovieRow {
        MovieRow(
          PosterLibrary(
            server: server,
            store: store,
            transport: transport,
            clock: m.clock,
            wallClock: wallClock
          )
        )
      }
      var row = launch()
      m.hot("-h---qh--------qh") { act in
        if act == "q" { row = launch() } else { row.appear(heat) }
      }
      m.expect(
        reading: { draw(row.poster.state) },
        "nl--NnD--------nd--D",
        ["n": "", "l": "…", "N": "Heat, fading in", "D": "Heat", "d": "Heat ↻"]
      )
      m.at(.seconds(20)) {
        #expect(transport.exchanges.map(\.status) == [200, 304])
        #expect(transport.exchanges.map(\.sent) == [4, 0])
      }
    }
  }

  @Test func `a launch without a connection shows stored posters`() {
    marbles(on: MainActor.shared, frame: .seconds(1)) { m in
      let wallClock = WallClock(from: m.clock)
      let transport = MemoryTransport(clock: m.clock, wallClock: wallClock)
      let store = MemoryStore()
      let file = MemoryResource(Data("Heat".utf8), entityTag: "\"1\"", cacheControl: "max-age=10")
      transport.serve(file, at: url)
      transport.plan(.wait(.seconds(3)), at: url)
      @MainActor func launch() -> MovieRow {
        MovieRow(
          PosterLibrary(
            server: server,
            store: store,
            transport: transport,
            clock: m.clock,
            wallClock: wallClock
          )
        )
      }
      var row = launch()
      m.hot("-h--------------qh----r") { act in
        switch act {
        case "q": row = launch()
        case "r": row.tap()
        case _: row.appear(heat)
        }
      }
      m.at(.seconds(16)) { transport.plan(.failure(URLError(.timedOut)), at: url, times: 1) }
      m.expect(reading: { draw(row.poster.state) }, "nl--N-----------nd--F-d--D", names)
    }
  }

  @Test func `the next launch shows posters from disk`() async throws {
    let (scratch, transport) = (ScratchFolder(), MemoryTransport.ofPosters())
    let folder = scratch.url
    let key = ResourceKey("heat.jpg", size: 92)

    let disk = try DiskCache(folder: folder)
    let today = PosterLibrary(server: server, store: disk, transport: transport)
    #expect(try await today.posters.load(key).source == .network)
    await disk.close()

    let store = try DiskCache(folder: folder)
    let tomorrow = PosterLibrary(server: server, store: store, transport: transport)
    #expect(try await tomorrow.posters.load(key).source == .disk)
    #expect(transport.requests.count == 1)
  }

  @Test func `a library without its folder has no store`() throws {
    let scratch = ScratchFolder()
    let folder = scratch.url
    let opened = try DiskCache(folder: folder)
    let disk = try? DiskCache(folder: folder)
    let library = PosterLibrary(server: server, store: disk)
    #expect(disk == nil)
    #expect(library.posters.resource(for: ResourceKey("heat.jpg", size: 92)) == nil)
    withExtendedLifetime(opened) {}
  }

  @Test func `a test has every line and every diagram of the article`() throws {
    let article = try ArticleCode("ShowingPostersInRows", of: "ReactiveResources")
    #expect((article.blocks.count, article.others, article.diagrams.count) == (11, 1, 12))
    #expect(try article.lines(missingIn: #filePath) == [])
    #expect(try article.diagrams(missingIn: [], besides: #filePath) == [])
  }
}
