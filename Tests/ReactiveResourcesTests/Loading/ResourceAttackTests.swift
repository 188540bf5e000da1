import Foundation
import MarbleTesting
import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactiveResources

/// What went wrong once, or nearly.
///
/// A character is a second, an answer takes three. `A` network, `D` disk, `M` memory.
@Suite struct `Resources under attack` {
  static let names = `Resources (G1-G8)`.names
  let key = ResourceKey("k", size: 10)
  let large = ResourceKey("k", size: 100)
  /// Two sizes of one body.
  let one = ResourceKey("k", size: 1)
  let two = ResourceKey("k", size: 2)

  private func marble(_ body: (Marbles) -> Void) { marbles(frame: .seconds(1), body) }

  // MARK: Freshness (G2)

  @Test(.needsImmediateTasks) func `a body out of memory is no fresher than it was there`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: one)
      m.expect(m.row("-s---x", one, scene), "-l--A", Self.names)
      m.expect(m.row("---------s--x", two, scene), "---------M", Self.names)
      // The answer is fresh until 11 s.
      m.expect(m.row("-------------s", two, scene), "-------------m--D", Self.names)
    }
  }

  @Test func `the time that decoding takes counts`() {
    marble { m in
      let scene = ResourceScene(m, decoding: .seconds(4))
      scene.serve("A", slowlyAt: key)
      m.expect(m.row("-s--------x", key, scene), "-l------A", Self.names)
      m.expect(m.row("------------s", key, scene), "------------m--D", Self.names)
    }
  }

  @Test(.needsImmediateTasks) func `a stale body out of memory came from there`() {
    marble { m in
      let scene = ResourceScene(m, ResourcePolicy(cache: CachePolicy(count: 0)))
      scene.serve("A", slowlyAt: one)
      m.expect(m.row("-s---x", one, scene), "-l--A", Self.names)
      let names = Self.names.merging(["d": "l(stale memory A)"]) { $1 }
      m.expect(m.row("---------------s", two, scene), "---------------d--D", names)
    }
  }

  @Test(.needsImmediateTasks) func `a revalidation that was cancelled makes nothing fresh`() {
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

  // MARK: What cannot be decoded (G6)

  @Test func `what is stale and cannot be decoded does not stand in the way`() {
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
  func `a refresh by who is not interested any more asks nobody, now or later`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: key)
      m.expect(m.row("-s---xr", key, scene), "-l--A", Self.names)
      m.at(.seconds(7)) { scene.loader.removeAll() }
      m.expect(m.row("--------s", key, scene), "--------D", Self.names)
    }
  }

  @Test(.needsImmediateTasks) func `a refresh while it loads is over when that is`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: key)
      m.expect(m.row("-sr--x", key, scene), "-l--A", Self.names)
      m.at(.seconds(7)) { scene.loader.removeAll() }
      m.expect(m.row("--------s", key, scene), "--------D", Self.names)
      m.at(.seconds(20)) { #expect(scene.exchanges == ["/10/k 200"]) }
    }
  }

  @Test func `a refresh while it is read from the disk asks the server`() {
    marble { m in
      let scene = ResourceScene(m, reading: .seconds(2))
      scene.serve("A", slowlyAt: key, "max-age=60")
      m.expect(m.row("-s-------x", key, scene), "-l----A", Self.names)
      m.at(.seconds(10)) { scene.loader.removeAll() }
      m.expect(m.row("------------sr", key, scene), "------------l-e----D", Self.names)
      m.at(.seconds(30)) { #expect(scene.exchanges == ["/10/k 200", "/10/k 304"]) }
    }
  }

  @Test func `a refresh that failed asks the server when it is tried again`() {
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

  @Test func `a refresh asks the server in each of its attempts`() {
    marble { m in
      var policy = ResourcePolicy<String>()
      policy.cache.loading.retry = .constant(.seconds(1), limit: 1)
      let scene = ResourceScene(m, policy)
      scene.serve("A", slowlyAt: key)
      m.at(.seconds(5)) {
        scene.server.plan(.status(503), at: ResourceScene.url(key), times: 1)
        scene.serve("B", at: key)
      }
      m.expect(m.row("-s----r", key, scene), "-l--A-a------B", Self.names)
    }
  }

  @Test(.needsImmediateTasks) func `a refresh that was cancelled in its queue asks nobody later`() {
    marble { m in
      let cache = CachePolicy<Resource<String>>(
        grace: .zero,
        loading: LoadPolicy(queue: LoadQueue(limit: 1))
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

  @Test func `a refresh whose attempt takes too long asks the server by the next attempt`() {
    marble { m in
      let cache = CachePolicy<Resource<String>>(
        loading: LoadPolicy(
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

  @Test func `a refresh is not called off by the load of who saw what was forgotten`() {
    marble { m in
      let cache = CachePolicy<Resource<String>>(grace: .zero)
      let scene = ResourceScene(m, ResourcePolicy(cache: cache), decoding: .seconds(2))
      scene.serve("A", slowlyAt: key, "max-age=60")
      m.keep(m.row("-s-----x", key, scene).sink { _ in })
      m.at(.seconds(8)) { scene.loader.removeAll() }
      m.keep(m.row("---------s-x", key, scene).sink { _ in })
      m.at(.microseconds(9_500_000)) { scene.loader.removeAll() }
      // It decodes what the disk has when the other one leaves.
      m.expect(m.row("----------(sr)", key, scene), "----------l-e--D", Self.names)
      m.at(.seconds(30)) { #expect(scene.exchanges == ["/10/k 200", "/10/k 304"]) }
    }
  }

  @Test(.needsImmediateTasks, arguments: 1...12)
  func `what two sizes asked for is there for others when one leaves as it comes`(look: Int) {
    marble { m in
      let clock = TellingClock(m.clock)
      let cache = CachePolicy<Resource<String>>(grace: .zero, loading: LoadPolicy(clock: clock))
      let scene = ResourceScene(m, ResourcePolicy(cache: cache))
      scene.serve("A", slowlyAt: one, "max-age=60")
      m.at(.seconds(5)) { scene.serve("B", at: one) }
      let first = Log<ResourceInterest<String>>()
      m.at(.seconds(6)) {
        first.note(scene.loader.interest(in: one))
        first.entries.last?.refresh()
      }
      m.at(.microseconds(8_500_000)) { clock.tell(atLook: look) { first.entries.last?.cancel() } }
      m.keep(m.row("-s----r---", two, scene).sink { _ in })
      let third = ResourceKey("k", size: 3)
      m.expect(m.row("------------s", third, scene), "------------b", Self.names)
    }
  }

  @Test func `who refreshes while a kept body has just been decoded is answered by the server`() {
    marbles(exploring: 200, frame: .seconds(1)) { m in
      let scene = ResourceScene(m, decoding: .seconds(2))
      scene.serve("A", slowlyAt: one, "max-age=60")
      m.keep(m.row("-s-----x", one, scene).sink { _ in })
      m.keep(m.row("--------s-r", two, scene).sink { _ in })
      m.at(.seconds(20)) { #expect(scene.exchanges == ["/small/k 200", "/small/k 304"]) }
    }
  }

  @Test func `a refresh that is left as it ends leaves nothing that the next one finds`() {
    marbles(exploring: 200, frame: .seconds(1)) { m in
      let scene = ResourceScene(m, ResourcePolicy(cache: CachePolicy(grace: .zero)))
      scene.serve("A", slowlyAt: key, "max-age=60")
      m.keep(m.row("-s----r--x", key, scene).sink { _ in })
      m.keep(m.row("----------s-r", key, scene).sink { _ in })
      m.at(.seconds(20)) { #expect(scene.exchanges.count == 3) }
    }
  }

  @Test(.needsImmediateTasks) func `what is forgotten while it is refreshed stays forgotten`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: one, "max-age=60")
      m.expect(m.row("-s----r---x", one, scene), "-l--A-a--D", Self.names)
      m.at(.seconds(7)) { scene.loader.removeAll() }
      m.expect(m.row("------------s", two, scene), "------------D", Self.names)
    }
  }

  // MARK: Sizes (G4)

  @Test func `a size that is shown stands in, also when it had to make room`() {
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

  @Test(.needsImmediateTasks) func `a size that shows stale stands in`() {
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

  @Test func `what comes and goes by the thousands leaves no notes`() async throws {
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
      #expect(loader.making.atHand.count < 200, "\(cacheControl)")
    }
  }
}
