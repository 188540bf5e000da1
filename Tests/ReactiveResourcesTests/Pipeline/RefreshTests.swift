import Foundation
import LoadableTesting
import ReactiveLoadable
import ReactiveResources
import TestSupport
import Testing

/// Refreshes at different times, and their effect on other rows (G8).
///
/// A character is a second, a response takes three. `A` network, `D` disk, `M` memory. In the
/// diagram of a row, `s` shows it, `x` hides it, `d` releases its interest, `r` refreshes it and
/// `t` retries it.
@Suite struct `Refreshing resources (G8)` {
  static let names = `Resources (G1-G8)`.names
  let key = ResourceKey("k", size: 10)
  /// Two sizes of one body.
  let one = ResourceKey("k", size: 1)
  let two = ResourceKey("k", size: 2)
  private let leaving = ResourcePolicy<String>(cache: CachePolicy(grace: .zero))

  private func marble(_ body: (Marbles) -> Void) { marbles(frame: .seconds(1), body) }

  @Test(.needsImmediateTasks)
  func `a refresh of a size whose body is in memory requests the server`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: one, "max-age=60")
      m.expect(m.row("-s", one, scene), "-l--A", Self.names)
      // The second size has never been loaded over the network.
      m.expect(m.row("-----s-r", two, scene), "-----M-m--D", Self.names)
      m.at(.seconds(20)) { #expect(scene.exchanges == ["/small/k 200", "/small/k 304"]) }
    }
  }

  @Test func `two concurrent refreshes of one row send one request, and a later one another`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: key, "max-age=60")
      m.expect(m.row("-s----rr----r", key, scene), "-l--A-a--D--e--D", Self.names)
      m.at(.seconds(20)) { #expect(scene.exchanges == ["/10/k 200", "/10/k 304", "/10/k 304"]) }
    }
  }

  @Test(.needsImmediateTasks)
  func `a row that disappears does not affect another size in the same refresh`() {
    for act in ["x", "d"] {
      marble { m in
        let scene = ResourceScene(m, leaving)
        scene.serve("A", slowlyAt: one, "max-age=60")
        m.at(.seconds(5)) { scene.serve("B", at: one) }
        m.expect(m.row("-s----r-\(act)", one, scene), "-l--A-a", Self.names)
        m.expect(m.row("-s----r---", two, scene), "-l--A-a--B", Self.names)
        m.expect(
          m.row("------------s", ResourceKey("k", size: 3), scene),
          "------------b",
          Self.names
        )
        m.at(.seconds(20)) { #expect(scene.exchanges == ["/small/k 200", "/small/k 200"]) }
      }
    }
  }

  @Test(.needsImmediateTasks)
  func `a refresh ends with its dropped interest, and sends no request later`() {
    marble { m in
      let scene = ResourceScene(m, leaving)
      scene.serve("A", slowlyAt: key, "max-age=60")
      m.expect(m.row("-s----r-d", key, scene), "-l--A-a", Self.names)
      m.at(.seconds(9)) {
        #expect(scene.loader.resource(for: self.key)?.value == "A")
        scene.loader.removeAll()
      }
      m.expect(m.row("------------s", key, scene), "------------D", Self.names)
      // The second one was sent, and its transfer was cancelled.
      m.at(.seconds(20)) { #expect(scene.exchanges == ["/10/k 200", "/10/k -"]) }
    }
  }

  @Test func `a refreshed value expires like a loaded one`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: key)
      // The response of 9 s is fresh until 16 s: its three seconds in transit count.
      let diagram = "-l--A-a--D------"
      m.expect(m.row("-s----r", key, scene), diagram + "e--D", Self.names)
      m.expect(m.row("---------------s", key, scene), "---------------Mm--D", Self.names)
      m.expect(m.row("----------------s", key, scene), "----------------m--D", Self.names)
      m.at(.seconds(30)) { #expect(scene.exchanges == ["/10/k 200", "/10/k 304", "/10/k 304"]) }
    }
  }

  @Test(.needsImmediateTasks)
  func `a failed refresh is dropped with its last interest`() {
    for act in ["x", "d"] {
      marble { m in
        let scene = ResourceScene(m)
        scene.serve("A", slowlyAt: key, "max-age=60")
        m.at(.seconds(5)) {
          scene.server.plan(.status(503), at: ResourceScene.url(key), times: 1)
        }
        m.expect(m.row("-s----r---\(act)", key, scene), "-l--A-a--E", names("E", "!(network A)"))
        m.at(.seconds(11)) { scene.loader.removeAll() }
        m.expect(m.row("------------s", key, scene), "------------D", Self.names)
      }
    }
  }

  @Test func `a failed refresh is retained while one of two interests remains`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: key, "max-age=60")
      m.at(.seconds(5)) { scene.server.plan(.status(503), at: ResourceScene.url(key), times: 1) }
      m.expect(m.row("-s----r---x", key, scene), "-l--A-a--E", names("E", "!(network A)"))
      m.expect(
        m.row("-s----r----t", key, scene),
        "-l--A-a--E-a--D",
        names("E", "!(network A)")
      )
      m.at(.seconds(20)) { #expect(scene.exchanges.count == 3) }
    }
  }

  // MARK: During decoding

  @Test func `a refresh while a cached body is decoded requests the server then`() {
    marble { m in
      let scene = ResourceScene(m, decoding: .seconds(2))
      scene.serve("A", slowlyAt: one, "max-age=60")
      m.expect(m.row("-s-----x", one, scene), "-l----A", Self.names)
      m.expect(m.row("--------sr", two, scene), "--------m----D", Self.names)
      m.at(.seconds(20)) {
        #expect(scene.exchanges == ["/small/k 200", "/small/k 304"])
        #expect(scene.decoded.entries == ["A", "A"])
      }
    }
  }

  @Test func `a refresh while a response is decoded is satisfied by it, now and later`() {
    marble { m in
      let scene = ResourceScene(m, decoding: .seconds(2))
      scene.serve("A", slowlyAt: key, "max-age=60")
      m.expect(m.row("-s---r-", key, scene), "-l----A", Self.names)
      // If the refresh were still pending, this load would request the server.
      m.at(.seconds(8)) { scene.loader.removeAll() }
      m.expect(m.row("---------s", key, scene), "---------l-D", Self.names)
      m.at(.seconds(20)) { #expect(scene.exchanges == ["/10/k 200"]) }
    }
  }

  // MARK: Other sizes

  @Test(.needsImmediateTasks)
  func `a refreshed body shows at its other sizes, without a request`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: one, "max-age=60")
      m.at(.seconds(5)) { scene.serve("B", at: one) }
      m.expect(m.row("-s----r", one, scene), "-l--A-a--B", Self.names)
      m.expect(m.row("-s", two, scene), "-l--A----(aB)", names("B", "memory B"))
      m.expect(m.row("-s---x-----s", ResourceKey("k", size: 3), scene), "-l--A------b", Self.names)
      // Another URL is another body.
      scene.serve("A", slowlyAt: key, "max-age=60")
      m.expect(m.row("-s", key, scene), "-l--A", Self.names)
      m.at(.seconds(20)) { #expect(scene.exchanges.count == 3) }
    }
  }

  @Test func `a refreshed body that must not be stored leaves no older one`() {
    marble { m in
      let scene = ResourceScene(m, leaving)
      scene.serve("A", slowlyAt: one, "max-age=60")
      m.at(.seconds(5)) { scene.serve("B", at: one, "no-store") }
      m.expect(m.row("-s----r---x", one, scene), "-l--A-a--B", Self.names)
      m.expect(m.row("------------s", two, scene), "------------l--B", Self.names)
    }
  }

  @Test func `a refresh without a change leaves the other sizes unchanged`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: one, "max-age=60")
      m.expect(m.row("-s----r", one, scene), "-l--A-a--D", Self.names)
      m.expect(m.row("-s", two, scene), "-l--A", Self.names)
    }
  }

  @Test func `a refresh of bodies with a date and no tag leaves them unchanged, too`() {
    marble { m in
      let scene = ResourceScene(m)
      let resource = MemoryResource(
        Data("A".utf8),
        lastModified: .start - 60,
        cacheControl: "max-age=60"
      )
      scene.server.serve(resource, at: ResourceScene.url(one))
      scene.server.plan(.wait(.seconds(3)), at: ResourceScene.url(one))
      m.expect(m.row("-s----r", one, scene), "-l--A-a--D", Self.names)
      m.expect(m.row("-s", two, scene), "-l--A", Self.names)
      m.at(.seconds(20)) { #expect(scene.exchanges == ["/small/k 200", "/small/k 304"]) }
    }
  }

  @Test func `a size that is decoded while another loads a new body is decoded from that`() {
    marble { m in
      let scene = ResourceScene(m, decoding: .seconds(4))
      scene.serve("A", slowlyAt: one, "max-age=60")
      m.expect(m.row("-s-------r", one, scene), "-l------Aa------B", Self.names)
      m.at(.seconds(8)) { scene.serve("B", at: one) }
      // It decodes A from memory, starting at 10 s; B is loaded at 12 s.
      m.expect(m.row("----------s", two, scene), "----------m-------b", Self.names)
      m.at(.seconds(30)) { #expect(scene.exchanges == ["/small/k 200", "/small/k 200"]) }
    }
  }

  private func names(_ name: String, _ state: String) -> [String: String] {
    Self.names.merging([name: state]) { $1 }
  }
}
