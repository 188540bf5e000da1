import Foundation
import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactiveResources

/// Former bugs, and likely ones.
///
/// A character is a second, a response takes three. `A` network, `D` disk, `M` memory. In the
/// diagram of a row, `s` shows it, `x` hides it, `r` refreshes it and `t` retries it.
@Suite struct `Adversarial tests of resources` {
  static let names = `Resources (G1-G8)`.names
  let key = ResourceKey("k", size: 10)
  let large = ResourceKey("k", size: 100)
  /// Two sizes of one body.
  let one = ResourceKey("k", size: 1)
  let two = ResourceKey("k", size: 2)

  private func marble(_ body: (Marbles) -> Void) { marbles(frame: .seconds(1), body) }

  // MARK: Freshness (G2)

  @Test(.needsImmediateTasks) func `an evicted body is no fresher than it was in memory`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: one)
      m.expect(m.row("-s---x", one, scene), "-l--A", Self.names)
      m.expect(m.row("---------s--x", two, scene), "---------M", Self.names)
      // The response is fresh until 11 s.
      m.expect(m.row("-------------s", two, scene), "-------------m--D", Self.names)
    }
  }

  @Test func `the time of decoding counts`() {
    marble { m in
      let scene = ResourceScene(m, decoding: .seconds(4))
      scene.serve("A", slowlyAt: key)
      m.expect(m.row("-s--------x", key, scene), "-l------A", Self.names)
      m.expect(m.row("------------s", key, scene), "------------m--D", Self.names)
    }
  }

  @Test(.needsImmediateTasks) func `the source of a stale body from memory is memory`() {
    marble { m in
      let scene = ResourceScene(m, ResourcePolicy(cache: CachePolicy(count: 0)))
      scene.serve("A", slowlyAt: one)
      m.expect(m.row("-s---x", one, scene), "-l--A", Self.names)
      let names = Self.names.merging(["d": "l(stale memory A)"]) { $1 }
      m.expect(m.row("---------------s", two, scene), "---------------d--D", names)
    }
  }

  @Test(.needsImmediateTasks) func `a cancelled revalidation makes nothing fresh`() {
    marble { m in
      let scene = ResourceScene(m, ResourcePolicy(cache: CachePolicy(count: 0)))
      scene.serve("A", slowlyAt: one)
      m.expect(m.row("-s---x", one, scene), "-l--A", Self.names)
      m.at(.seconds(10)) {
        scene.server.plan(.failure(URLError(.cancelled)), at: ResourceScene.url(one), times: 1)
      }
      let names = Self.names.merging(["d": "l(stale memory A)"]) { $1 }
      m.expect(m.row("---------------s----x", two, scene), "---------------d--n", names)
      m.expect(m.row("---------------------s", two, scene), "---------------------d--D", names)
    }
  }

  // MARK: Decoding errors (G6)

  @Test func `a stale body that cannot be decoded does not block the load`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("?", slowlyAt: key)
      m.expect(m.row("-s---x", key, scene), "-l--f", Self.names)
      m.at(.seconds(10)) {
        scene.loader.removeAll()
        scene.serve("ABCDEFGH", at: key)
        scene.server.plan(.pace(.seconds(1)), at: ResourceScene.url(key))
      }
      let names = ["l": "l", "A": "network ABCDEFGH"]
      m.expect(m.row("---------------s", key, scene), "---------------l----A", names)
      m.at(.seconds(30)) { #expect(scene.decoded.entries == ["?", "?", "ABCDEFGH"]) }
    }
  }

  // MARK: Refreshes (G8)

  @Test(.needsImmediateTasks)
  func `a refresh by a cancelled interest sends no request, now or later`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: key)
      m.expect(m.row("-s---xr", key, scene), "-l--A", Self.names)
      m.at(.seconds(7)) { scene.loader.removeAll() }
      m.expect(m.row("--------s", key, scene), "--------D", Self.names)
    }
  }

  @Test(.needsImmediateTasks) func `a refresh during a load ends with it`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: key)
      m.expect(m.row("-sr--x", key, scene), "-l--A", Self.names)
      m.at(.seconds(7)) { scene.loader.removeAll() }
      m.expect(m.row("--------s", key, scene), "--------D", Self.names)
      m.at(.seconds(20)) { #expect(scene.exchanges == ["/10/k 200"]) }
    }
  }

  @Test func `a refresh during a read of the disk requests the server`() {
    marble { m in
      let scene = ResourceScene(m, reading: .seconds(2))
      scene.serve("A", slowlyAt: key, "max-age=60")
      m.expect(m.row("-s-------x", key, scene), "-l----A", Self.names)
      m.at(.seconds(10)) { scene.loader.removeAll() }
      m.expect(m.row("------------sr", key, scene), "------------l-e----D", Self.names)
      m.at(.seconds(30)) { #expect(scene.exchanges == ["/10/k 200", "/10/k 304"]) }
    }
  }

  @Test func `the retry of a failed refresh requests the server`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: key)
      m.at(.seconds(5)) {
        scene.server.plan(.status(503), at: ResourceScene.url(key), times: 1)
        scene.serve("B", at: key)
      }
      let names = Self.names.merging(["F": "!(network A)"]) { $1 }
      m.expect(m.row("-s----r---t", key, scene), "-l--A-a--Fa--B", names)
    }
  }

  @Test func `each attempt of a refresh requests the server`() {
    marble { m in
      var policy = ResourcePolicy<String>()
      policy.cache.load.retry = .constant(.seconds(1), limit: 1)
      let scene = ResourceScene(m, policy)
      scene.serve("A", slowlyAt: key)
      m.at(.seconds(5)) {
        scene.server.plan(.status(503), at: ResourceScene.url(key), times: 1)
        scene.serve("B", at: key)
      }
      m.expect(m.row("-s----r", key, scene), "-l--A-a------B", Self.names)
    }
  }

  @Test(.needsImmediateTasks) func `a refresh cancelled in its queue sends no request later`() {
    marble { m in
      let cache = CachePolicy<Resource<String>>(
        grace: .zero,
        load: LoadPolicy(queue: LoadQueue(limit: 1))
      )
      let scene = ResourceScene(m, ResourcePolicy(cache: cache))
      let other = ResourceKey("o", size: 10)
      scene.serve("A", slowlyAt: key, "max-age=60")
      scene.serve("B", slowlyAt: other)
      m.expect(m.row("-s-----rx", key, scene), "-l--A--a", Self.names)
      m.expect(m.row("------s", other, scene), "------l--B", Self.names)
      m.at(.seconds(10)) { scene.loader.removeAll() }
      m.expect(m.row("------------s", key, scene), "------------D", Self.names)
    }
  }

  @Test func `a refresh whose attempt times out requests the server in the next attempt`() {
    marble { m in
      let cache = CachePolicy<Resource<String>>(
        load: LoadPolicy(
          retry: .constant(.seconds(1), limit: 1),
          timeout: LoadTimeout(attempt: .seconds(4))
        )
      )
      let scene = ResourceScene(m, ResourcePolicy(cache: cache))
      scene.serve("A", slowlyAt: key, "max-age=60")
      m.at(.seconds(5)) {
        scene.server.plan(.wait(.seconds(9)), at: ResourceScene.url(key), times: 1)
      }
      m.expect(m.row("-s----r", key, scene), "-l--A-a-------D", Self.names)
      m.at(.seconds(20)) { #expect(scene.exchanges.last == "/10/k 304") }
    }
  }

  @Test func `a load of a removed key does not cancel a refresh`() {
    marble { m in
      let cache = CachePolicy<Resource<String>>(grace: .zero)
      let scene = ResourceScene(m, ResourcePolicy(cache: cache), decoding: .seconds(2))
      scene.serve("A", slowlyAt: key, "max-age=60")
      m.keep(m.row("-s-----x", key, scene).sink { _ in })
      m.at(.seconds(8)) { scene.loader.removeAll() }
      m.keep(m.row("---------s-x", key, scene).sink { _ in })
      m.at(.microseconds(9_500_000)) { scene.loader.removeAll() }
      // It decodes the record of the disk when the other one disappears.
      m.expect(m.row("----------(sr)", key, scene), "----------l-e--D", Self.names)
      m.at(.seconds(30)) { #expect(scene.exchanges == ["/10/k 200", "/10/k 304"]) }
    }
  }

  @Test(.needsImmediateTasks, arguments: 1...12)
  func `a body requested for two sizes stays available when one interest ends as it arrives`(
    look: Int
  ) {
    marble { m in
      let clock = HookedClock(m.clock)
      let cache = CachePolicy<Resource<String>>(grace: .zero, load: LoadPolicy(clock: clock))
      let scene = ResourceScene(m, ResourcePolicy(cache: cache))
      scene.serve("A", slowlyAt: one, "max-age=60")
      m.at(.seconds(5)) { scene.serve("B", at: one) }
      let first = Log<ResourceInterest<String>>()
      m.at(.seconds(6)) {
        first.note(scene.loader.interest(in: one))
        first.entries.last?.refresh()
      }
      m.at(.microseconds(8_500_000)) {
        clock.perform(atRead: look) { first.entries.last?.cancel() }
      }
      m.keep(m.row("-s----r---", two, scene).sink { _ in })
      let third = ResourceKey("k", size: 3)
      m.expect(m.row("------------s", third, scene), "------------b", Self.names)
    }
  }

  // The other size appears on a thread that interrupts the end of the load.
  @Test(.needsImmediateTasks, arguments: 1...8)
  func `a size that appears while the body arrives for another one is loaded`(look: Int) {
    marble { m in
      let clock = HookedClock(m.clock)
      let cache = CachePolicy<Resource<String>>(grace: .zero, load: LoadPolicy(clock: clock))
      let scene = ResourceScene(m, ResourcePolicy(cache: cache))
      scene.serve("A", slowlyAt: one)
      let second = Log<ResourceInterest<String>>()
      m.at(.microseconds(3_500_000)) {
        clock.perform(atRead: look) { second.note(scene.loader.interest(in: self.two)) }
      }
      m.expect(m.row("-s", one, scene), "-l--A", Self.names)
      m.at(.seconds(5)) {
        if second.entries.isEmpty { second.note(scene.loader.interest(in: self.two)) }
        #expect(second.entries.last?.state.value?.value == "A")
      }
    }
  }

  @Test func `a refresh right after a cached body was decoded requests the server`() {
    marbles(exploring: 200, frame: .seconds(1)) { m in
      let scene = ResourceScene(m, decoding: .seconds(2))
      scene.serve("A", slowlyAt: one, "max-age=60")
      m.keep(m.row("-s-----x", one, scene).sink { _ in })
      m.keep(m.row("--------s-r", two, scene).sink { _ in })
      m.at(.seconds(20)) { #expect(scene.exchanges == ["/small/k 200", "/small/k 304"]) }
    }
  }

  @Test func `a refresh cancelled as it ends leaves nothing for the next one`() {
    marbles(exploring: 200, frame: .seconds(1)) { m in
      let scene = ResourceScene(m, ResourcePolicy(cache: CachePolicy(grace: .zero)))
      scene.serve("A", slowlyAt: key, "max-age=60")
      m.keep(m.row("-s----r--x", key, scene).sink { _ in })
      m.keep(m.row("----------s-r", key, scene).sink { _ in })
      m.at(.seconds(20)) { #expect(scene.exchanges.count == 3) }
    }
  }

  @Test(.needsImmediateTasks) func `a key removed during its refresh stays removed`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: one, "max-age=60")
      m.expect(m.row("-s----r---x", one, scene), "-l--A-a--D", Self.names)
      m.at(.seconds(7)) { scene.loader.removeAll() }
      m.expect(m.row("------------s", two, scene), "------------D", Self.names)
    }
  }

  // The removal is made on a thread that interrupts the end of the refresh.
  @Test(.needsImmediateTasks, arguments: 1...12)
  func `a key removed as its refresh ends stays removed`(look: Int) {
    marble { m in
      let clock = HookedClock(m.clock)
      let cache = CachePolicy<Resource<String>>(load: LoadPolicy(clock: clock))
      let scene = ResourceScene(m, ResourcePolicy(cache: cache))
      scene.serve("A", slowlyAt: one, "max-age=60")
      m.at(.microseconds(8_500_000)) {
        clock.perform(atRead: look) { scene.loader.removeAll() }
      }
      m.keep(m.row("-s----r---x", one, scene).sink { _ in })
      m.expect(m.row("------------s", two, scene), "------------D", Self.names)
    }
  }

  // MARK: Sizes (G4)

  @Test func `a visible size is a stand-in, also after its eviction`() {
    marble { m in
      let scene = ResourceScene(m, ResourcePolicy(cache: CachePolicy(count: 1), bytes: 0))
      let other = ResourceKey("o", size: 10)
      scene.serve("A", slowlyAt: key)
      scene.serve("B", slowlyAt: other)
      scene.serve("B", slowlyAt: large)
      m.expect(m.row("-s", key, scene), "-l--A", Self.names)
      m.expect(m.row("--s", other, scene), "--l--B", Self.names)
      m.expect(m.row("------s", large, scene), "------m--B", Self.names)
    }
  }

  @Test(.needsImmediateTasks) func `a size that is visible and stale is a stand-in`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: key)
      scene.serve("B", slowlyAt: large)
      m.expect(m.row("-s---x", key, scene), "-l--A", Self.names)
      m.at(.seconds(6)) { scene.loader.removeAll() }
      m.expect(m.row("---------------s", key, scene), "---------------d--D", Self.names)
      let names = Self.names.merging(["m": "l(stale memory A)"]) { $1 }
      m.expect(m.row("----------------s", large, scene), "----------------m--B", names)
    }
  }

  @Test func `thousands of keys that come and go leave no memory`() async throws {
    for cacheControl in ["no-store", "max-age=60"] {
      let server = MemoryTransport()
      let loader = ResourceLoader(
        ResourceFetcher(transport: server),
        policy: ResourcePolicy(cache: CachePolicy(count: 10), bytes: 0)
      ) { ResourceRequest(ResourceScene.url($0)) }
      for number in 1...2000 {
        let key = ResourceKey("\(number)", size: 10)
        server.serve(
          MemoryResource(Data("A".utf8), cacheControl: cacheControl),
          at: ResourceScene.url(key)
        )
        _ = try await loader.load(key)
      }
      #expect(loader.pipeline.cachedSizes.count < 200, "\(cacheControl)")
    }
  }
}
