import Foundation
import LoadableTesting
import ReactiveLoadable
import ReactiveResources
import TestSupport
import Testing

/// Contract C5 for resources: their sources, sharing, and visible values during a load.
///
/// A character is a second, a response takes three. `A` network, `D` disk, `M` memory. In the
/// diagram of a row, `s` shows it, `x` hides it, `r` refreshes it and `t` retries it.
@Suite struct `Resources (G1-G8)` {
  static let names = [
    "n": "n", "l": "l", "A": "network A", "B": "network B", "D": "disk A", "M": "memory A",
    "m": "l(memory A)", "d": "l(stale disk A)", "f": "!", "F": "!(memory A)", "b": "memory B",
    "a": "l(network A)", "e": "l(disk A)",
  ]
  let key: ResourceKey = ResourceKey("k", size: 10)

  private func marble(_ body: (Marbles) -> Void) { marbles(frame: .seconds(1), body) }

  // MARK: Sources

  @Test func `it is loaded over the network once, and from memory afterwards`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: key)
      m.expect(m.row("-s", key, scene), "-l--A", Self.names)
      m.expect(m.row("--s", key, scene), "--l-A", Self.names)
      m.expect(m.row("------s", key, scene), "------M", Self.names)
      m.at(.seconds(9)) {
        #expect(scene.exchanges == ["/10/k 200"])
        #expect(scene.loader.resource(for: key)?.source == .memory)
      }
    }
  }

  @Test(.needsImmediateTasks) func `it is read from disk while it is fresh, without a request`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: key)
      m.expect(m.row("-s---x", key, scene), "-l--A", Self.names)
      m.hot("------c") { scene.loader.removeAll() }
      m.expect(m.row("-------s", key, scene), "-------D", Self.names)
      m.at(.seconds(9)) { #expect(scene.exchanges == ["/10/k 200"]) }
    }
  }

  @Test(.needsImmediateTasks) func `a stale value on disk is shown during its revalidation`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: key)
      m.expect(m.row("-s---x", key, scene), "-l--A", Self.names)
      m.hot("------c") { scene.loader.removeAll() }
      m.expect(m.row("---------------------s", key, scene), "---------------------d--D", Self.names)
      m.at(.seconds(30)) { #expect(scene.exchanges == ["/10/k 200", "/10/k 304"]) }
    }
  }

  @Test func `a stale value in memory is shown during its revalidation, and not decoded again`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: key)
      m.expect(m.row("-s---x", key, scene), "-l--A", Self.names)
      m.expect(m.row("---------------s", key, scene), "---------------m--D", Self.names)
      m.at(.seconds(30)) {
        #expect(scene.exchanges == ["/10/k 200", "/10/k 304"])
        #expect(scene.decoded.entries == ["A"])
      }
    }
  }

  @Test(.needsImmediateTasks) func `a stale body in memory is shown as one from memory`() {
    marble { m in
      let scene = ResourceScene(m, ResourcePolicy(cache: CachePolicy(count: 0)))
      let stale = ["l": "l", "A": "network A", "m": "l(stale memory A)", "D": "disk A"]
      scene.serve("A", slowlyAt: key)
      m.expect(m.row("-s---x", key, scene), "-l--A", stale)
      m.expect(m.row("---------------s", key, scene), "---------------m--D", stale)
    }
  }

  @Test func `a changed resource replaces the visible one`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: key)
      m.expect(m.row("-s---x", key, scene), "-l--A", Self.names)
      m.at(.seconds(12)) { scene.serve("B", at: key) }
      m.expect(m.row("---------------s", key, scene), "---------------m--B", Self.names)
    }
  }

  @Test func `a must-revalidate resource is not shown before that`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: key, "max-age=10, must-revalidate")
      m.expect(m.row("-s---x", key, scene), "-l--A", Self.names)
      m.expect(m.row("---------------s", key, scene), "---------------l--D", Self.names)
    }
  }

  @Test func `a no-store resource is not cached, and shared while it is visible`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: key, "no-store")
      m.expect(m.row("-s----x", key, scene), "-l--A", Self.names)
      m.expect(m.row("--s---x", key, scene), "--l-A", Self.names)
      m.expect(m.row("--------s", key, scene), "--------l--A", Self.names)
      let stored = ResourceRequest(ResourceScene.url(key)).key
      m.at(.seconds(20)) { #expect(scene.store[stored] == nil) }
    }
  }

  // MARK: Sizes

  @Test(.needsImmediateTasks) func `sizes decoded from one body share its download`() {
    marble { m in
      let scene = ResourceScene(m)
      let (one, two) = (ResourceKey("k", size: 1), ResourceKey("k", size: 2))
      scene.serve("A", slowlyAt: one)
      m.expect(m.row("-s", one, scene), "-l--A", Self.names)
      m.expect(m.row("--s", two, scene), "--l-A", Self.names)
      m.expect(m.row("------s", ResourceKey("k", size: 3), scene), "------M", Self.names)
      m.at(.seconds(9)) { #expect(scene.exchanges == ["/small/k 200"]) }
    }
  }

  @Test(.needsImmediateTasks) func `a body that fills the body cache is shared, too`() {
    marble { m in
      let scene = ResourceScene(m, ResourcePolicy(bytes: 8))
      let names = ["l": "l", "A": "network ABCDEFGH", "M": "memory ABCDEFGH"]
      scene.serve("ABCDEFGH", slowlyAt: ResourceKey("k", size: 1))
      m.expect(m.row("-s", ResourceKey("k", size: 1), scene), "-l--A", names)
      m.expect(m.row("------s", ResourceKey("k", size: 2), scene), "------M", names)
    }
  }

  @Test func `another size is a stand-in until the requested one is loaded`() {
    marble { m in
      let scene = ResourceScene(m)
      let large = ResourceKey("k", size: 100)
      scene.serve("A", slowlyAt: key)
      scene.serve("B", slowlyAt: large)
      m.expect(m.row("-s", key, scene), "-l--A", Self.names)
      m.expect(m.row("-----s", large, scene), "-----m--B", Self.names)
      m.expect(m.row("---------s", large, scene), "---------b", Self.names)
    }
  }

  @Test func `the next larger size is the first stand-in, then the next smaller one`() {
    marble { m in
      let scene = ResourceScene(m)
      for (size, text) in [(20, "A"), (30, "B"), (50, "C"), (60, "D")] {
        scene.serve(text, slowlyAt: ResourceKey("k", size: ResourceSize(pixels: size)))
      }
      let names = [
        "l": "l", "c": "l(memory C)", "A": "network A", "B": "network B", "C": "network C",
        "D": "network D",
      ]
      m.expect(m.row("-s", ResourceKey("k", size: 20), scene), "-l--A", names)
      m.expect(m.row("-s", ResourceKey("k", size: 50), scene), "-l--C", names)
      m.expect(m.row("------s", ResourceKey("k", size: 30), scene), "------c--B", names)
      m.expect(m.row("------s", ResourceKey("k", size: 60), scene), "------c--D", names)
    }
  }

  @Test(.needsImmediateTasks)
  func `a stand-in stays visible when the requested size fails`() {
    marble { m in
      let scene = ResourceScene(m)
      let large = ResourceKey("k", size: 100)
      scene.serve("A", slowlyAt: key)
      m.expect(m.row("-s", key, scene), "-l--A", Self.names)
      m.expect(m.row("-----s", large, scene), "-----F", Self.names)
    }
  }

  // MARK: Failures, cancels, refreshes

  @Test func `a failure is a state with a retry`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: key)
      scene.server.plan(.status(503), at: ResourceScene.url(key), times: 1)
      m.expect(m.row("-s-----t", key, scene), "-l--f--l--A", Self.names)
      m.at(.seconds(5)) {
        let error = scene.loader.state(for: key).error?.underlying
        #expect(error as? ResourceError == .status(503))
      }
    }
  }

  @Test func `bytes that cannot be decoded are a failure`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("?", slowlyAt: key)
      m.expect(m.row("-s", key, scene), "-l--f", Self.names)
    }
  }

  @Test func `when the last row disappears the transfer is cancelled, and the next one resumes it`()
  {
    marble { m in
      let scene = ResourceScene(m, ResourcePolicy(cache: CachePolicy(grace: .zero)))
      scene.serve("ABCDEFGH", slowlyAt: key)
      scene.server.plan(.pace(.seconds(2)), at: ResourceScene.url(key))
      m.expect(m.row("-s-----x", key, scene), "-l", Self.names)
      let names = ["l": "l", "A": "network ABCDEFGH"]
      m.expect(m.row("---------s", key, scene), "---------l----A", names)
      m.at(.seconds(20)) {
        #expect(scene.exchanges == ["/10/k 200", "/10/k 206"])
        #expect(scene.server.exchanges.map(\.sent) == [4, 4])
      }
    }
  }

  @Test func `a refresh requests the server although the resource is fresh`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: key)
      m.expect(m.row("-s----r", key, scene), "-l--A-a--D", Self.names)
      m.expect(m.row("-----s", key, scene), "-----Mm--D", Self.names)
      m.at(.seconds(20)) { #expect(scene.exchanges == ["/10/k 200", "/10/k 304"]) }
    }
  }

  @Test(.needsImmediateTasks)
  func `a refresh loads a changed body, also for other sizes of it`() {
    marble { m in
      let scene = ResourceScene(m)
      let (one, two) = (ResourceKey("k", size: 1), ResourceKey("k", size: 2))
      scene.serve("A", slowlyAt: one)
      m.expect(m.row("-s----r", one, scene), "-l--A-a--B", Self.names)
      m.at(.seconds(5)) { scene.serve("B", at: one) }
      m.expect(m.row("-----------s", two, scene), "-----------b", Self.names)
      m.at(.seconds(20)) { #expect(scene.exchanges == ["/small/k 200", "/small/k 200"]) }
    }
  }

  @Test func `the progress of the download is visible`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("ABCDEFGH", slowlyAt: key)
      scene.server.plan(.pace(.seconds(2)), at: ResourceScene.url(key))
      let interest = m.keep(scene.loader.interest(in: key))
      let progress = interest.states.compactMap { $0.progress?.completed }.map(String.init)
      m.expect(progress, "-----4-8", ["4": "4", "8": "8"])
    }
  }

  @Test func `a transfer that throws a cancellation is no failure`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: key)
      scene.server.plan(.failure(URLError(.cancelled)), at: ResourceScene.url(key), times: 1)
      m.expect(m.row("-s---x", key, scene), "-l--n", Self.names)
      m.expect(m.row("-------s", key, scene), "-------l--A", Self.names)
    }
  }

  @Test func `an awaited resource in memory is returned immediately, or after its refresh`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: key)
      m.expect(m.row("-s----r", key, scene), "-l--A-a--D", Self.names)
      let done = PublishRelay<String>()
      m.hot("-----l-l") { _ in
        m.keep(Task { done.accept((try? await scene.loader.load(key))?.source.rawValue ?? "-") })
      }
      m.expect(done, "-----M---D", ["M": "memory", "D": "disk"])
    }
  }

  @Test func `code without a view awaits a resource`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: key)
      let done = PublishRelay<String>()
      m.keep(
        Task {
          for _ in 1...2 {
            let resource = try? await scene.loader.load(key)
            done.accept("\(resource?.source.rawValue ?? "") \(resource?.value ?? "")")
          }
        }
      )
      m.expect(done, "---(AM|)", Self.names)
    }
  }
}

@Suite struct `Sizes of resources` {
  @Test func `a size is written into a URL as its pixels, or as original`() {
    #expect("\(ResourceSize(pixels: 92))/a.jpg" == "92/a.jpg")
    #expect("\(ResourceSize.original)" == "original")
  }

  @Test func `the original is the largest`() {
    #expect([.original, 342, 92].sorted() as [ResourceSize] == [92, 342, .original])
  }
}
