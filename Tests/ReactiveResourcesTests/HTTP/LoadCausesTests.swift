import Foundation
import LoadableTesting
import ReactiveLoadable
import ReactiveResources
import TestSupport
import Testing

/// A loader whose work is a fetch with the cause of the load, in virtual time.
@Suite struct `The cause of a load reaches the server (H23)` {
  private func marble(_ body: (Marbles) -> Void) { marbles(frame: .seconds(1), body) }

  @Test func `a refresh asks the server while the response is fresh, and keeps the value offline`()
  {
    marble { m in
      let scene = FetchScene(m)
      scene.serve("A", "max-age=60")
      scene.goOffline(m, at: 11)
      let loader = scene.loader(m, .standard, LoadPolicy())
      m.hot("-a----------------a") { (_: String) in loader.load() }
      m.hot("------r-----r") { (_: String) in loader.refresh() }
      m.expect(
        loader.states.map(\.sketch).removeDuplicates(),
        "nl--A-r--A--r--f--(rA)",
        FetchScene.names
      )
      m.expect(scene.requests, "-q----q-----q", FetchScene.names)
      m.at(.seconds(30)) { #expect(scene.statuses == [200, 304, nil]) }
    }
  }

  @Test func `a retry asks the server, and shows the stored response if that fails`() {
    marble { m in
      let scene = FetchScene(m)
      scene.serve("A", "max-age=60")
      scene.server.plan(.failure(URLError(.notConnectedToInternet)), at: FetchScene.url, times: 1)
      let loader = scene.loader(m, .standard, LoadPolicy())
      m.hot("-a") { (_: String) in loader.load() }
      m.hot("----------t----t") { (_: String) in loader.retry() }
      m.expect(scene.states(m, "------a"), "n-----l--A", FetchScene.names)
      scene.goOffline(m, at: 9.5, for: 5)
      m.expect(
        loader.states.map(\.sketch).removeDuplicates(),
        "nl--F-----l--(rf)-r--A",
        FetchScene.names
      )
      m.at(.seconds(30)) { #expect(scene.statuses == [nil, 200, nil, 304]) }
    }
  }

  @Test func `a refresh does not show the stored response over a value that was set`() {
    for use in [RequestCachePolicy.standard, .storeThenNetwork, .reload] {
      marble { m in
        let scene = FetchScene(m)
        scene.serve("A", "max-age=60")
        scene.goOffline(m, at: 11)
        let loader = scene.loader(m, use, LoadPolicy())
        m.hot("-a") { (_: String) in loader.load() }
        m.at(.seconds(5)) { loader.set("B") }
        m.hot("------------r") { (_: String) in loader.refresh() }
        m.expect(
          loader.states.map(\.sketch).removeDuplicates(),
          "nl--AB------b--g",
          FetchScene.names
        )
      }
    }
  }

  @Test func `a request that ignores the store, or uses only it, does so for each cause`() {
    for (use, statuses) in [
      (RequestCachePolicy.reloadIgnoringStore, [200, 200, 200]), (.onlyFromStore, [200]),
    ] {
      marble { m in
        let scene = FetchScene(m)
        scene.serve("A", "max-age=60")
        m.expect(scene.states(m, "-a"), "nl--A", FetchScene.names)
        let loader = scene.loader(m, use, LoadPolicy())
        m.hot("------a") { (_: String) in loader.load() }
        m.hot("-----------r") { (_: String) in loader.refresh() }
        m.at(.seconds(20)) { #expect(scene.statuses == statuses) }
      }
    }
  }

  @Test func `a loader with typed failures asks the server, too`() {
    marble { m in
      let scene = FetchScene(m)
      scene.serve("A", "max-age=60")
      let policy = LoadPolicy(isCancellation: ResourceError.isCancellation)
      let loader = m.keep(
        Loader(policy: policy) { (_: NoRequest, report) async throws(ResourceError) in
          try await scene.fetcher.fetch(ResourceRequest(FetchScene.url), report)
        }
      )
      m.hot("-a") { (_: String) in loader.load() }
      m.hot("------r") { (_: String) in loader.refresh() }
      m.expect(loader.states.map(\.isLoading).removeDuplicates(), "nl--n-l--n", FetchScene.flags)
      m.at(.seconds(20)) { #expect(scene.statuses == [200, 304]) }
    }
  }

  @Test func `a stored response that cannot be decoded is not shown, and requested in full`() {
    marble { m in
      let scene = FetchScene(m)
      scene.serve("?", "max-age=60")
      let request = ResourceRequest(FetchScene.url)
      m.keep(Task { try await scene.fetcher.fetch(request) })
      m.at(.seconds(5)) { scene.serve("A", "max-age=60") }
      m.expect(scene.states(m, "------a"), "n-----l--A", FetchScene.names)
      m.at(.seconds(20)) {
        #expect(scene.statuses == [200, 200])
        #expect(scene.server.requests.last?.headers == ["cache-control": "no-cache"])
      }
    }
    marble { m in
      let scene = FetchScene(m)
      scene.serve("?", "max-age=60")
      m.keep(Task { try await scene.fetcher.fetch(ResourceRequest(FetchScene.url)) })
      m.at(.seconds(5)) { scene.serve("A", "max-age=60") }
      m.expect(scene.states(m, "------a", .storeThenNetwork), "n-----l--A", FetchScene.names)
      m.expect(scene.states(m, "-----------a", .onlyFromStore), "n----------(lA)", FetchScene.names)
    }
  }
}
