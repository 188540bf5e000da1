import Foundation
import LoadableTesting
import ReactiveLoadable
import ReactiveResources
import TestSupport
import Testing

/// Resources that are shown before the server responds (G11).
///
/// A character is a second, a response takes three. `A` and `B` network, `D` disk, `m` loading over A
/// from memory, `e` loading over A from disk, `E` failed over it.
@Suite struct `Stored first in rows (G11)` {
  static let names = `Resources (G1-G8)`.names.merging(["E": "!(disk A)"]) { $1 }
  let key = ResourceKey("k", size: 10)

  private func marble(_ body: (Marbles) -> Void) { marbles(frame: .seconds(1), body) }

  @Test func `a fresh resource in memory is shown, and the server is asked`() {
    marble { m in
      let scene = ResourceScene(m, use: .storeThenNetwork)
      scene.serve("A", slowlyAt: key, "max-age=60")
      m.expect(m.row("-s---x", key, scene), "-l--A", Self.names)
      m.expect(m.row("------s", key, scene), "------m--D", Self.names)
      m.at(.seconds(20)) { #expect(scene.exchanges == ["/10/k 200", "/10/k 304"]) }
    }
  }

  @Test(.needsImmediateTasks)
  func `a fresh resource on disk is shown, and the server is asked`() {
    marble { m in
      let scene = ResourceScene(m, use: .storeThenNetwork)
      scene.serve("A", slowlyAt: key, "max-age=60")
      m.expect(m.row("-s---x", key, scene), "-l--A", Self.names)
      m.hot("------c") { scene.loader.removeAll() }
      m.at(.seconds(8)) { scene.serve("B", at: key) }
      m.expect(m.row("-------s", key, scene), "-------e--D", Self.names)
      m.at(.seconds(20)) { #expect(scene.exchanges == ["/10/k 200", "/10/k 304"]) }
    }
  }

  @Test(.needsImmediateTasks)
  func `a changed resource replaces the one that is shown`() {
    marble { m in
      let scene = ResourceScene(m, use: .storeThenNetwork)
      scene.serve("A", slowlyAt: key, "max-age=60")
      m.expect(m.row("-s---x", key, scene), "-l--A", Self.names)
      m.at(.seconds(6)) {
        scene.loader.removeAll()
        scene.serve("B", at: key)
      }
      m.expect(m.row("-------s", key, scene), "-------e--B", Self.names)
    }
  }

  @Test func `a resource that must be revalidated is not shown before that`() {
    marble { m in
      let scene = ResourceScene(m, use: .storeThenNetwork)
      scene.serve("A", slowlyAt: key, "no-cache")
      m.expect(m.row("-s---x", key, scene), "-l--A", Self.names)
      m.expect(m.row("------s", key, scene), "------l--D", Self.names)
    }
  }

  @Test func `a refresh sends one request, and the next interest another`() {
    marble { m in
      let scene = ResourceScene(m, use: .storeThenNetwork)
      scene.serve("A", slowlyAt: key, "max-age=60")
      m.expect(m.row("-s----r---x", key, scene), "-l--A-a--D", Self.names)
      m.expect(m.row("-----------s", key, scene), "-----------m--D", Self.names)
      m.at(.seconds(20)) {
        #expect(scene.exchanges == ["/10/k 200", "/10/k 304", "/10/k 304"])
      }
    }
  }

  @Test func `a damaged body is requested in full, and the next interest asks again`() {
    marble { m in
      let scene = ResourceScene(m, use: .storeThenNetwork)
      scene.serve("?", slowlyAt: key, "max-age=60")
      m.keep(Task { try await scene.fetcher.fetch(ResourceRequest(ResourceScene.url(key))) })
      // The server confirms the damaged body, and then sends another one.
      m.at(.seconds(7)) { scene.serve("A", at: key, "max-age=60") }
      m.expect(m.row("------s------x", key, scene), "------l-----A", Self.names)
      m.expect(m.row("--------------s", key, scene), "--------------m--D", Self.names)
    }
  }

  @Test(.needsImmediateTasks)
  func `rows that use only the store send no request, by a refresh, a scope or a damaged body`() {
    marble { m in
      let scene = ResourceScene(m, use: .onlyFromStore)
      let scope = LoadScope()
      scope.add(scene.loader, tag: "files")
      let damaged = ResourceKey("d", size: 10)
      for (text, key) in [("A", key), ("?", damaged)] {
        scene.serve(text, at: key, "max-age=60")
        let request = ResourceRequest(ResourceScene.url(key))
        m.keep(Task { try await scene.fetcher.fetch(request) })
      }
      m.expect(m.row("-s---r", key, scene), "-D---(eD)--(eD)", Self.names)
      m.at(.seconds(8)) { scope.revalidate("files") }
      m.expect(m.row("-s", damaged, scene), "-f------(lf)", Self.names)
      m.at(.seconds(20)) { #expect(scene.exchanges == ["/10/k 200", "/10/d 200"]) }
    }
  }

  @Test func `a refresh without a value fails over the stored resource while offline`() {
    marble { m in
      let scene = ResourceScene(m)
      let url = ResourceScene.url(key)
      let offline = MemoryFault.failure(URLError(.notConnectedToInternet))
      scene.serve("A", slowlyAt: key, "max-age=60")
      scene.server.plan(offline, at: url, times: 1)
      m.expect(m.row("-s--------r", key, scene), "-l--f-----l--(eE)", Self.names)
      m.at(.seconds(5)) { m.keep(Task { try await scene.fetcher.fetch(ResourceRequest(url)) }) }
      m.at(.seconds(9)) { scene.server.plan(offline, at: url) }
      m.at(.seconds(20)) { #expect(scene.exchanges == ["/10/k -", "/10/k 200", "/10/k -"]) }
    }
    // A transport that fails before the load suspends.
    marble { m in
      let scene = ResourceScene(m)
      let url = ResourceScene.url(key)
      let offline = MemoryFault.failure(URLError(.notConnectedToInternet))
      scene.serve("A", at: key, "max-age=60")
      scene.server.plan(offline, at: url, times: 1)
      m.expect(m.row("-s--------r", key, scene), "-f--------(leE)", Self.names)
      m.at(.seconds(5)) { m.keep(Task { try await scene.fetcher.fetch(ResourceRequest(url)) }) }
      m.at(.seconds(9)) { scene.server.plan(offline, at: url) }
    }
  }
}
