import Foundation
import LoadableTesting
import ReactiveResources
import Testing

@Suite struct WallClockTests {
  @Test func `a clock returns its given date`() {
    let clock = WallClock { Date(timeIntervalSince1970: 7) }
    #expect(clock.now() == Date(timeIntervalSince1970: 7))
  }

  @Test func `a clock advances with another one, from its creation`() {
    marbles(frame: .seconds(1)) { m in
      let early = WallClock(from: m.clock, startingAt: .start)
      m.at(.seconds(2)) {
        let late = WallClock(from: m.clock)
        #expect(late.now() == Date(timeIntervalSinceReferenceDate: 0))
        #expect(early.now() == .start + 2)
      }
      m.at(.milliseconds(2_500)) { #expect(early.now() == .start + 2.5) }
    }
  }

  @Test func `a day of max-age ends in no real time`() {
    marbles(frame: .seconds(3600), limit: .seconds(200_000)) { m in
      let wallClock = WallClock(from: m.clock)
      let server = MemoryTransport(clock: m.clock, wallClock: wallClock)
      let url = URL(filePath: "/a")
      server.serve(
        MemoryResource(Data("A".utf8), entityTag: "\"1\"", cacheControl: "max-age=86400"),
        at: url
      )
      let fetcher = ResourceFetcher(
        store: MemoryStore(),
        transport: server,
        wallClock: wallClock
      )
      let fetched = PublishRelay<String>()
      m.hot("f----------------------ff---") { _ in
        m.keep(
          Task {
            _ = try? await fetcher.fetch(ResourceRequest(url))
            fetched.accept("\(server.requests.count)")
          }
        )
      }
      // Fresh for 24 hours; after that it is revalidated.
      m.expect(fetched, "1----------------------12---")
    }
  }
}
