import Foundation
import LoadableTesting
import ReactiveLoadable
import ReactiveResources
import TestSupport
import Testing

/// Bytes that cannot be decoded, and bytes that must be distinguished (G3, G6).
///
/// A character is a second, a response takes three. `?` cannot be decoded. `l` is loading, `A`
/// network, `D` disk, `m` loading over memory, `f` a failure. In the diagram of a row, `s` shows
/// it, `x` hides it and `t` retries it.
@Suite struct `Bytes that cannot be decoded (G3, G6)` {
  static let names = `Resources (G1-G8)`.names
  let key = ResourceKey("k", size: 10)

  private func marble(_ body: (Marbles) -> Void) { marbles(frame: .seconds(1), body) }

  private func spoil(_ scene: ResourceScene, _ key: ResourceKey) {
    scene.store[ResourceRequest(ResourceScene.url(key)).key]?.body = Data("?".utf8)
    scene.loader.removeAll()
  }

  // MARK: Decoding

  @Test func `a downloaded body that cannot be decoded is requested again by a retry`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("?", slowlyAt: key, "max-age=60")
      m.at(.seconds(9)) { scene.serve("A", at: key) }
      m.expect(m.row("-s---t----t", key, scene), "-l--fl--f-l--A", Self.names)
      m.at(.seconds(20)) {
        #expect(scene.exchanges == ["/10/k 200", "/10/k 200", "/10/k 200"])
        let requested = scene.server.requests.map { $0.headers["cache-control"] }
        #expect(requested == [nil, "no-cache", "no-cache"])
        #expect(scene.server.requests.allSatisfy { $0.headers["if-none-match"] == nil })
      }
    }
  }

  @Test(.needsImmediateTasks)
  func `a stored body that cannot be decoded is requested immediately, and replaced`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: key, "max-age=60")
      m.expect(m.row("-s---x", key, scene), "-l--A", Self.names)
      m.at(.seconds(6)) { self.spoil(scene, self.key) }
      m.expect(m.row("-------s---x", key, scene), "-------l--A", Self.names)
      m.at(.seconds(12)) { scene.loader.removeAll() }
      m.expect(m.row("-------------s", key, scene), "-------------D", Self.names)
      m.at(.seconds(20)) { #expect(scene.exchanges == ["/10/k 200", "/10/k 200"]) }
    }
  }

  @Test func `a confirmed body that cannot be decoded is requested in full`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: key, "no-cache")
      m.expect(m.row("-s---x", key, scene), "-l--A", Self.names)
      m.at(.seconds(6)) { self.spoil(scene, self.key) }
      m.expect(m.row("-------s", key, scene), "-------l-----A", Self.names)
      m.at(.seconds(20)) {
        #expect(scene.exchanges == ["/10/k 200", "/10/k 304", "/10/k 200"])
      }
    }
  }

  @Test func `a stale body that replaces an error and cannot be decoded is a failure`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: key, "max-age=1, stale-if-error=60")
      m.expect(m.row("-s---x", key, scene), "-l--A", Self.names)
      m.at(.seconds(6)) {
        self.spoil(scene, self.key)
        scene.server.plan(.status(503), at: ResourceScene.url(self.key))
      }
      m.expect(m.row("-------s", key, scene), "-------l--f", Self.names)
      m.at(.seconds(20)) { #expect(scene.exchanges == ["/10/k 200", "/10/k 503"]) }
    }
  }

  @Test func `sizes that share an undecodable body share the next download, too`() {
    marble { m in
      let scene = ResourceScene(m)
      let (one, two) = (ResourceKey("k", size: 1), ResourceKey("k", size: 2))
      scene.serve("A", slowlyAt: one, "max-age=60")
      m.expect(m.row("-s---x", one, scene), "-l--A", Self.names)
      m.at(.seconds(6)) { self.spoil(scene, one) }
      m.expect(m.row("-------s", one, scene), "-------l--A", Self.names)
      m.expect(m.row("-------s", two, scene), "-------l--A", Self.names)
      m.at(.seconds(20)) { #expect(scene.exchanges == ["/small/k 200", "/small/k 200"]) }
    }
  }

  // MARK: Tags

  @Test func `equal tags of different URLs are distinguished`() {
    marble { m in
      let scene = ResourceScene(m)
      let other = ResourceKey("o", size: 10)
      for (key, text) in [(key, "A"), (other, "B")] {
        let resource = MemoryResource(
          Data(text.utf8),
          entityTag: "\"1\"",
          cacheControl: "max-age=1"
        )
        scene.server.serve(resource, at: ResourceScene.url(key))
        scene.server.plan(.wait(.seconds(3)), at: ResourceScene.url(key))
      }
      m.expect(m.row("-s---x", key, scene), "-l--A", Self.names)
      m.expect(m.row("-s---x", other, scene), "-l--B", Self.names)
      let names = Self.names.merging(["b": "l(memory B)", "B": "disk B"]) { $1 }
      m.expect(m.row("-------s", key, scene), "-------m--D", Self.names)
      m.expect(m.row("-------s", other, scene), "-------b--B", names)
    }
  }

  @Test func `a key whose URL has changed is decoded again, also with an equal tag`() async throws {
    let server = MemoryTransport()
    let host = SettableText("one")
    for text in ["one", "two"] {
      server.serve(
        MemoryResource(Data(text.utf8), entityTag: "\"1\"", cacheControl: "no-cache"),
        at: URL(filePath: "/\(text)")
      )
    }
    let loader = ResourceLoader(ResourceFetcher(transport: server)) { _ in
      ResourceRequest(URL(filePath: "/\(host.text)"))
    }
    let shown = loader.interest(in: key)
    await shown.outcome()
    host.text = "two"
    shown.refresh()
    await shown.outcome()
    #expect(shown.state.value?.value == Data("two".utf8))
  }
}
