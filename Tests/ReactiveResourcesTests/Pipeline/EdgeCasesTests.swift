import Foundation
import LoadableTesting
import ReactiveLoadable
import ReactiveResources
import Testing

/// The edge cases of resources with disk and network; the others are tested with caches.
///
/// A character is a second, a response of the server takes three. In the diagram of a row, `s`
/// shows it and `x` hides it.
@Suite struct `Edge cases of resources` {
  typealias Row = KeyedModel<ResourceLoader<String>>

  private let a = ResourceKey("a", size: 10)
  private let b = ResourceKey("b", size: 10)

  @Test @MainActor
  func `Edge case 25: a disk read for a reused row ends unseen, once`() {
    marbles(on: MainActor.shared, frame: .seconds(1)) { m in
      let scene = ResourceScene(m, reading: .seconds(4))
      scene.serve("A", at: a)
      scene.serve("B", at: b)
      let row = m.keep(Row(scene.loader))
      m.hot("-a-b") { row.show($0 == "a" ? self.a : self.b) }
      m.expect(reading: { row.state.sketch }, "nl-----B", ["n": "n", "l": "l", "B": "network B"])
      // It continues for its grace time only, so its bytes are not decoded.
      m.at(.seconds(20)) { #expect(scene.decoded.entries == ["B"]) }
    }
  }

  @Test func `Edge case 26: a cancelled download resumes where it ended, on 206 only`() {
    for (ranges, statuses) in [
      (MemoryResource.Ranges.accepted, [200, 206]), (.ignored, [200, 200]),
    ] {
      marbles(frame: .seconds(1)) { m in
        let scene = ResourceScene(m, ResourcePolicy(cache: CachePolicy(grace: .zero)))
        let file = MemoryResource(
          Data("ABCDEFGH".utf8),
          entityTag: "\"1\"",
          chunkSize: 4,
          ranges: ranges
        )
        scene.server.serve(file, at: ResourceScene.url(a))
        scene.server.plan(.pace(.seconds(2)), at: ResourceScene.url(a))
        m.expect(m.row("-s--x", a, scene), "-l", ["l": "l"])
        let whole = ranges == .accepted ? "------l-A" : "------l---A"
        m.expect(m.row("------s", a, scene), whole, ["l": "l", "A": "network ABCDEFGH"])
        m.at(.seconds(20)) { #expect(scene.server.exchanges.map(\.status) == statuses) }
      }
    }
  }

  @Test func `Edge case 28: a value in memory is in the first state, so that nothing flickers`() {
    marbles(frame: .seconds(1)) { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: a)
      m.expect(m.row("-s---x", a, scene), "-l--A", ["l": "l", "A": "network A"])
      m.at(.seconds(7)) {
        let interest = scene.loader.interest(in: self.a)
        #expect(interest.state.value?.source == .memory)
        #expect(interest.isHit)
      }
    }
  }

  @Test func `Edge case 29: for an evicted body the server gets a plain request, and sends it`() {
    marbles(frame: .seconds(1)) { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: a, "max-age=1")
      m.expect(m.row("-s---x", a, scene), "-l--A", ["l": "l", "A": "network A"])
      m.at(.seconds(6)) {
        let key = ResourceRequest(ResourceScene.url(self.a)).key
        scene.store[key]?.body = Data()
        scene.loader.removeAll()
      }
      m.expect(m.row("-------s", a, scene), "-------l--A", ["l": "l", "A": "network A"])
      m.at(.seconds(20)) { #expect(scene.exchanges == ["/10/a 200", "/10/a 200"]) }
    }
  }

  @Test func `Edge case 30: a failed URL may be loaded again`() {
    marbles(frame: .seconds(1)) { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: a)
      scene.server.plan(.status(404), at: ResourceScene.url(a), times: 1)
      m.expect(m.row("-s---x", a, scene), "-l--f", ["l": "l", "f": "!"])
      m.expect(m.row("-------s", a, scene), "-------l--A", ["l": "l", "A": "network A"])
    }
  }
}
