import Foundation
import LoadableTesting
import ReactiveLoadable
import ReactiveResources
import Testing

/// The library and the row of the article on showing posters in rows, in cases beyond the article.
@Suite struct `Posters in rows` {
  let server = URL(filePath: "/")
  let key = ResourceKey("heat.jpg", size: 92)

  @Test func `the original has a separate cache`() async throws {
    let transport = MemoryTransport()
    transport.serve(MemoryResource(Data("Heat".utf8)), at: URL(filePath: "/original/heat.jpg"))
    let library = PosterLibrary(server: server, store: nil, transport: transport)
    let poster = try await library.posters.load(ResourceKey("heat.jpg"))
    #expect(poster.value.name == "Heat")
  }

  @Test func `without a store, an evicted poster is downloaded in full`() async throws {
    let transport = MemoryTransport.ofPosters()
    for launch in 1...2 {
      let library = PosterLibrary(server: server, store: nil, transport: transport)
      #expect(try await library.posters.load(key).source == .network)
      #expect(try await library.posters.load(key).source == .memory)
      library.posters.removeAll()
      #expect(try await library.posters.load(key).source == .network)
      #expect(transport.exchanges.map(\.status) == Array(repeating: 200, count: 2 * launch))
    }
  }

  @Test(arguments: [(true, [200, 304]), (false, [200, 200])])
  func `without a store, a stale poster is downloaded in full`(
    hasStore: Bool,
    statuses: [Int]
  ) async throws {
    let transport = MemoryTransport.ofPosters()
    let stale = MemoryResource(Data("Heat".utf8), entityTag: "\"1\"", cacheControl: "max-age=0")
    transport.serve(stale, at: URL(filePath: "/w92/heat.jpg"))
    let store = hasStore ? MemoryStore() : nil
    let library = PosterLibrary(server: server, store: store, transport: transport)
    _ = try await library.posters.load(key)
    let row = library.posters.interest(in: key)
    #expect(name(row.state) == "Heat")
    await row.outcome()
    #expect(transport.exchanges.map(\.status) == statuses)
  }

  @Test
  func `the load of a row out of sight is cancelled, and that of a row that returns is not`() {
    marbles(on: MainActor.shared, frame: .milliseconds(100)) { m in
      let (row, transport) = m.posterRow()
      m.hot("-hx-h") { act in
        if act == "x" {
          row.disappear()
        } else {
          row.appear(Movie(id: 1, title: "Heat", poster: "heat.jpg"))
        }
      }
      m.at(.milliseconds(500)) { row.disappear() }
      m.expect(reading: { draw(row.poster.state) }, "nln-ln", ["n": "", "l": "…"])
      m.at(.seconds(5)) { #expect(transport.exchanges.map(\.sent) == [0]) }
    }
  }
}

// MARK: A server of posters

extension Marbles {
  /// A row, and a server that takes three seconds for each of two posters.
  @MainActor func posterRow() -> (MovieRow, MemoryTransport) {
    let transport = MemoryTransport.ofPosters(clock)
    for movie in ["heat", "tron"] {
      transport.plan(.wait(.seconds(3)), at: URL(filePath: "/w92/\(movie).jpg"))
    }
    let server = URL(filePath: "/")
    let library = PosterLibrary(server: server, store: nil, transport: transport, clock: clock)
    return (keep(MovieRow(library)), transport)
  }
}

extension MemoryTransport {
  /// A server of two posters.
  static func ofPosters(_ clock: any Clock<Duration> = ContinuousClock()) -> MemoryTransport {
    let transport = MemoryTransport(clock: clock)
    for movie in ["Heat", "Tron"] {
      let file = MemoryResource(
        Data(movie.utf8),
        entityTag: "\"1\"",
        cacheControl: "max-age=3600"
      )
      transport.serve(file, at: URL(filePath: "/w92/\(movie.lowercased()).jpg"))
    }
    return transport
  }
}
