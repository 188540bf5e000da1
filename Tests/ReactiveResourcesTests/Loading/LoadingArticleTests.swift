import Foundation
import MarbleTesting
import ReactiveResources
import Testing

/// The code of the article on loading resources.
@Suite struct LoadingArticleTests {
  @Test func `a test needs no network`() {
    let picture = Data("A".utf8)
    let url = URL(filePath: "/a.png")
    marbles(frame: .seconds(1)) { m in
      let wallClock = WallClock(from: m.clock)
      let server = MemoryTransport(clock: m.clock, wallClock: wallClock)
      server.serve(MemoryResource(picture, entityTag: "\"1\"", cacheControl: "max-age=10"), at: url)
      server.plan(.wait(.seconds(3)), at: url)
      let fetcher = ResourceFetcher(store: MemoryStore(), transport: server, wallClock: wallClock)
      let policy = ResourcePolicy<Data>(cache: CachePolicy(loading: LoadPolicy(clock: m.clock)))
      let pictures = m.keep(ResourceLoader(fetcher, policy: policy) { _ in ResourceRequest(url) })
      let row = m.keep(pictures.interest(in: ResourceKey("a.png")))
      m.expect(row.states.map(\.isLoading), "t--f", ["t": true, "f": false])
    }
  }
}
