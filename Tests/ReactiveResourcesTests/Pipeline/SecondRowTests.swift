import Foundation
import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactiveResources

/// The states of a row that appears while another one shows the resource (G2, G4).
///
/// A character is a second, a response takes three. `A` network, `D` disk, `M` memory. In the
/// diagram of a row, `s` shows it, `x` hides it and `t` retries it.
@Suite struct `Second rows of resources (G2, G4)` {
  static let names = `Resources (G1-G8)`.names
  let key = ResourceKey("k", size: 10)
  let large = ResourceKey("k", size: 100)

  private func marble(_ body: (Marbles) -> Void) { marbles(frame: .seconds(1), body) }

  // MARK: Must-revalidate

  @Test func `a must-revalidate resource is not shown to a later row before that`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: key, "max-age=10, must-revalidate")
      m.expect(m.row("-s", key, scene), "-l--A----------a--D", Self.names)
      m.expect(m.row("---------s", key, scene), "---------M-----m--D", Self.names)
      m.expect(m.row("---------------s", key, scene), "---------------l--D", Self.names)
    }
  }

  @Test func `a must-revalidate resource stays hidden when the server is unreachable`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: key, "no-cache")
      m.at(.seconds(5)) { scene.server.plan(.status(503), at: ResourceScene.url(key), times: 1) }
      let names = Self.names.merging(["F": "!(network A)"]) { $1 }
      m.expect(m.row("-s", key, scene), "-l--A-a--F---a--D", names)
      m.expect(m.row("------s------t", key, scene), "------l--f---l--D", Self.names)
    }
  }

  @Test func `a cancelled revalidation shows no hidden value`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: key, "no-cache")
      m.at(.seconds(5)) {
        scene.server.plan(.failure(URLError(.cancelled)), at: ResourceScene.url(key), times: 1)
      }
      m.expect(m.row("-s", key, scene), "-l--A-a--A", Self.names)
      m.expect(m.row("------s", key, scene), "------l--n", Self.names)
    }
  }

  @Test func `a must-revalidate resource is a stand-in while it is fresh only`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: key, "max-age=10, must-revalidate")
      scene.serve("B", slowlyAt: large, "no-store")
      m.expect(m.row("-s", key, scene), "-l--A", Self.names)
      m.expect(m.row("------s---x", large, scene), "------m--B", Self.names)
      m.expect(m.row("---------------s", large, scene), "---------------l--B", Self.names)
    }
  }

  // MARK: No-store

  @Test func `a no-store resource is shared and a stand-in while it is visible`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: key, "no-store")
      scene.serve("B", slowlyAt: large)
      m.expect(m.row("-s------------x", key, scene), "-l--A-a--A", Self.names)
      m.expect(m.row("------s-------x", key, scene), "------m--A", Self.names)
      m.expect(m.row("----------s-x", large, scene), "----------m", Self.names)
      m.at(.seconds(16)) { #expect(scene.loader.pipeline.cachedSizes.latest(self.key) == nil) }
    }
  }

  @Test(arguments: ["no-store, no-cache", "no-store, must-revalidate"])
  func `a no-store resource that must be revalidated is never shown before that`(control: String) {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: key, control)
      scene.serve("B", slowlyAt: large)
      m.expect(m.row("-s", key, scene), "-l--A-a--A", Self.names)
      m.expect(m.row("------s", key, scene), "------l--A", Self.names)
      m.expect(m.row("-----------s", large, scene), "-----------l--B", Self.names)
    }
  }

  // MARK: Stand-ins

  @Test(.needsImmediateTasks) func `a size that loads later is no stand-in`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("B", slowlyAt: large)
      scene.serve("A", at: key)
      m.expect(m.row("-s", large, scene), "-l--B", Self.names)
      m.expect(m.row("--s", key, scene), "--A", Self.names)
    }
  }

  @Test func `a stand-in is released when its own size is visible`() {
    marble { m in
      let server = MemoryTransport(clock: m.clock)
      for size in [key, large] {
        server.serve(
          MemoryResource(Data(), cacheControl: "max-age=60"),
          at: ResourceScene.url(size)
        )
        server.plan(.wait(.seconds(3)), at: ResourceScene.url(size))
      }
      let loading = LoadPolicy(clock: m.clock)
      let policy = ResourcePolicy<Picture>(
        cache: CachePolicy(count: 0, grace: .zero, load: loading)
      )
      let loader = ResourceLoader(ResourceFetcher(transport: server), policy: policy) {
        ResourceRequest(ResourceScene.url($0))
      } decode: { _, _ in
        Picture()
      }
      let rows = Rows()
      m.at(.seconds(1)) { rows.small = loader.interest(in: self.key) }
      m.at(.seconds(5)) {
        rows.large = loader.interest(in: self.large)
        rows.stoodIn = rows.large?.state.latest?.value
        rows.small = nil
        #expect(rows.stoodIn != nil)
      }
      m.at(.seconds(9)) {
        #expect(rows.large?.state.value != nil)
        #expect(rows.stoodIn == nil)
        rows.large = nil
      }
    }
  }

  // MARK: Changes during the start

  @Test func `a value evicted as an interest starts does not count as cached`() {
    marble { m in
      let clock = HookedClock(m.clock)
      var policy = ResourcePolicy<String>(bytes: 0)
      policy.cache.load.clock = clock
      let scene = ResourceScene(m, policy)
      scene.serve("A", slowlyAt: key)
      scene.serve("B", slowlyAt: large)
      m.expect(m.row("-s---x", key, scene), "-l--A", Self.names)
      m.expect(m.row("-s---x", large, scene), "-l--B", Self.names)
      m.at(.seconds(6)) {
        scene.store[ResourceRequest(ResourceScene.url(self.key)).key] = nil
        // The first read of the clock is the view's, the second one the cache's.
        clock.perform(atRead: 2) { scene.loader.resources.remove(self.key) }
        let row = scene.loader.interest(in: self.key)
        #expect(!row.isHit)
        #expect(row.state.sketch == "l(memory B)")
      }
    }
  }

  @Test(.needsImmediateTasks) func `a value that arrives as an interest starts counts as cached`() {
    marble { m in
      let clock = HookedClock(m.clock)
      var policy = ResourcePolicy<String>()
      policy.cache.load.clock = clock
      let scene = ResourceScene(m, policy)
      scene.serve("A", at: key)
      m.at(.seconds(6)) {
        var other: ResourceInterest<String>?
        clock.perform(atRead: 2) { other = scene.loader.interest(in: self.key) }
        let row = scene.loader.interest(in: self.key)
        #expect(other?.state.sketch == "network A")
        #expect(row.isHit)
        #expect(row.state.sketch == "memory A")
      }
    }
  }
}

private final class Picture: Sendable {}

private final class Rows {
  var small: ResourceInterest<Picture>?
  var large: ResourceInterest<Picture>?
  weak var stoodIn: Picture?
}
