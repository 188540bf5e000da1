import Foundation
import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactiveResources

/// The lifetime of resources and bodies in memory (G2, G3).
///
/// A character is a second, a response takes three. `A` network, `D` disk, `M` memory. In the
/// diagram of a row, `s` shows it, `x` hides it and `r` refreshes it.
@Suite struct `Resources in memory (G2, G3)` {
  static let names = `Resources (G1-G8)`.names
  let key = ResourceKey("k", size: 10)
  /// Two sizes of one body.
  let one = ResourceKey("k", size: 1)
  let two = ResourceKey("k", size: 2)

  private func marble(_ body: (Marbles) -> Void) { marbles(frame: .seconds(1), body) }

  // MARK: Lifetimes

  @Test(.needsImmediateTasks)
  func `a must-revalidate body is evicted for all sizes once it is stale`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: one, "max-age=10, must-revalidate")
      m.expect(m.row("-s---x", one, scene), "-l--A", Self.names)
      m.expect(m.row("---------s-x", two, scene), "---------M", Self.names)
      // The response is fresh until 11 s, also from memory.
      m.expect(m.row("------------s", two, scene), "------------l--D", Self.names)
    }
  }

  @Test(.needsImmediateTasks)
  func `a time to live of the policy counts for each size from its creation`() {
    marble { m in
      let cache = CachePolicy<Resource<String>>(timeToLive: .seconds(4))
      let scene = ResourceScene(m, ResourcePolicy(cache: cache))
      scene.serve("A", slowlyAt: one, "max-age=60")
      m.expect(m.row("-s---x", one, scene), "-l--A", Self.names)
      m.expect(m.row("-------s-x", one, scene), "-------M", Self.names)
      m.expect(m.row("-------s-x", two, scene), "-------M", Self.names)
      // The first expires at 8 s, the second at 11 s; the body is in memory.
      m.at(.seconds(9)) {
        #expect(scene.loader.resource(for: self.one) == nil)
        #expect(scene.loader.resource(for: self.two)?.value == "A")
      }
      m.at(.seconds(12)) { #expect(scene.loader.resource(for: self.two) == nil) }
      m.expect(m.row("------------s", one, scene), "------------M", Self.names)
      m.at(.seconds(20)) { #expect(scene.exchanges == ["/small/k 200"]) }
    }
  }

  // MARK: Limits

  @Test func `a body that fills the body cache is cached, and a larger one is not`() {
    for (bytes, kept) in [(8, 1), (7, 0), (0, 0)] {
      marble { m in
        let scene = ResourceScene(m, ResourcePolicy(bytes: bytes))
        scene.serve("ABCDEFGH", slowlyAt: one)
        let names = ["l": "l", "A": "network ABCDEFGH"]
        m.expect(m.row("-s---x", one, scene), "-l--A", names)
        m.at(.seconds(7)) { #expect(scene.loader.pipeline.bodies.cache.statistics.count == kept) }
      }
    }
  }

  @Test(.needsImmediateTasks) func `trimming evicts bodies, too`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: one)
      m.expect(m.row("-s---x", one, scene), "-l--A", Self.names)
      m.at(.seconds(6)) { scene.loader.trim(to: 0) }
      m.expect(m.row("-------s", two, scene), "-------D", Self.names)
    }
  }

  @Test(.needsImmediateTasks) func `a memory warning evicts bodies, too`() {
    marble { m in
      let scene = ResourceScene(m)
      let pressures = PublishRelay<MemoryPressure>()
      scene.loader.trim(on: pressures)
      scene.serve("A", slowlyAt: one)
      m.expect(m.row("-s---x", one, scene), "-l--A", Self.names)
      m.at(.seconds(6)) { pressures.accept(.critical) }
      m.expect(m.row("-------s", two, scene), "-------D", Self.names)
    }
  }

  // MARK: Bodies on disk

  @Test(.needsImmediateTasks)
  func `a body that is fresh on disk is read for each size, and not kept in memory`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: one)
      m.expect(m.row("-s---x", one, scene), "-l--A", Self.names)
      m.hot("------c") { _ in scene.loader.removeAll() }
      m.expect(m.row("-------s", one, scene), "-------D", Self.names)
      m.expect(m.row("--------s", two, scene), "--------D", Self.names)
      m.at(.seconds(9)) {
        #expect(scene.loader.pipeline.bodies.cache.statistics.count == 0)
        #expect(scene.exchanges == ["/small/k 200"])
        #expect(scene.fetcher.counts.hits == 2)
      }
    }
  }

  @Test(arguments: [[], ["read"]])
  func `a load looks its record up once, also if the body is then downloaded`(_ failing: [String]) {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: key)
      scene.store.fail(at: Set(failing))
      m.expect(m.row("-s", key, scene), "-l--A", Self.names)
      m.at(.seconds(5)) {
        #expect(scene.store.calls == ["read", "keep"])
        #expect(scene.fetcher.counts.storeFailures == failing.count)
      }
    }
  }

  @Test(.needsImmediateTasks)
  func `a stale record is looked up once, and shown during its revalidation`() {
    marble { m in
      let scene = ResourceScene(m, reading: .seconds(2))
      scene.serve("A", slowlyAt: key)
      m.expect(m.row("-s-----x", key, scene), "-l----A", Self.names)
      m.hot("--------c") { _ in scene.loader.removeAll() }
      let row = m.row("--------------------s", key, scene)
      m.expect(row, "--------------------l-d--D", Self.names)
      m.at(.seconds(30)) {
        #expect(scene.store.calls == ["read", "keep", "read", "keep"])
        #expect(scene.exchanges == ["/10/k 200", "/10/k 304"])
      }
    }
  }

  // MARK: Cancels

  @Test func `a first load that is cancelled leaves nothing`() {
    marble { m in
      let scene = ResourceScene(m, ResourcePolicy(cache: CachePolicy(grace: .zero)))
      scene.serve("A", slowlyAt: key)
      m.expect(m.row("-s-x", key, scene), "-l", Self.names)
      m.at(.seconds(4)) {
        #expect(scene.loader.state(for: self.key).sketch == "n")
        let next = scene.loader.interest(in: self.key)
        #expect(!next.isHit)
        #expect(next.state.sketch == "l")
      }
    }
  }

  @Test func `a cancelled revalidation leaves the stale value`() {
    marble { m in
      let scene = ResourceScene(m, ResourcePolicy(cache: CachePolicy(grace: .zero)))
      scene.serve("A", slowlyAt: key)
      m.expect(m.row("-s---x", key, scene), "-l--A", Self.names)
      m.expect(m.row("---------------s-x", key, scene), "---------------m", Self.names)
      m.at(.seconds(18)) {
        #expect(scene.loader.state(for: self.key).sketch == "network A")
        #expect(scene.loader.resource(for: self.key) == nil)
        let next = scene.loader.interest(in: self.key)
        #expect(!next.isHit)
        #expect(next.state.sketch == "l(memory A)")
      }
    }
  }

  @Test func `a cancelled refresh leaves the fresh value`() {
    marble { m in
      let scene = ResourceScene(m, ResourcePolicy(cache: CachePolicy(grace: .zero)))
      scene.serve("A", slowlyAt: key, "max-age=60")
      m.expect(m.row("-s----r-x", key, scene), "-l--A-a", Self.names)
      m.at(.seconds(9)) {
        let next = scene.loader.interest(in: self.key)
        #expect(next.isHit)
        #expect(next.state.sketch == "memory A")
      }
    }
  }

  @Test func `the rest of a lifetime that has passed is zero`() {
    let lifetime = CacheLifetime(freshness: .lasting(.seconds(1)), timeToLive: .seconds(2))
    let fetched = FetchedResource(
      body: Data(),
      source: .network,
      received: Date(timeIntervalSince1970: 0),
      lifetime: lifetime
    )
    let body = FetchedBody(fetched, isFromServer: true, at: .seconds(5))
    let rests = [5, 6, 7, 8].map { body.lifetime(at: .seconds($0)).timeToLive }
    #expect(rests == [.seconds(2), .seconds(1), .zero, .zero])
    #expect(body.lifetime(at: .seconds(8)).freshness == .lasting(.zero))
  }
}
