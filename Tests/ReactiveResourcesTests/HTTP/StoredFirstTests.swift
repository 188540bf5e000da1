import Foundation
import LoadableTesting
import ReactiveLoadable
import ReactiveResources
import TestSupport
import Testing

/// Stored responses that are shown before the server responds, in virtual time.
///
/// A character is a second, a response takes three. `n` not requested, `l` loading, `r` loading over
/// A, `A` and `B` loaded, `f` failed over A, `F` failed without a value.
@Suite struct `Stored first (H22)` {
  private func marble(_ body: (Marbles) -> Void) { marbles(frame: .seconds(1), body) }

  @Test func `a response that is fresh is shown, and the server is asked`() {
    marble { m in
      let scene = FetchScene(m)
      scene.serve("A")
      m.expect(scene.states(m, "-a"), "nl--A", FetchScene.names)
      m.expect(scene.states(m, "------a", .storeThenNetwork), "n-----(lr)--A", FetchScene.names)
      m.expect(scene.requests, "-q----q", FetchScene.names)
      m.at(.seconds(20)) {
        #expect(scene.statuses == [200, 304])
        #expect(scene.server.requests.last?.headers["cache-control"] == "max-age=0")
      }
    }
  }

  @Test func `a changed response replaces the one that is shown`() {
    marble { m in
      let scene = FetchScene(m)
      scene.serve("A")
      m.expect(scene.states(m, "-a"), "nl--A", FetchScene.names)
      m.at(.seconds(5)) { scene.serve("B") }
      m.expect(scene.states(m, "------a", .storeThenNetwork), "n-----(lr)--B", FetchScene.names)
    }
  }

  @Test func `it fails over a stale response while the server is unreachable`() {
    marble { m in
      let scene = FetchScene(m)
      scene.serve("A")
      scene.goOffline(m, at: 5)
      m.expect(scene.states(m, "-a"), "nl--A", FetchScene.names)
      m.expect(
        scene.states(m, "---------------a", .storeThenNetwork),
        "n--------------(lr)--f",
        FetchScene.names
      )
    }
  }

  @Test func `a reload shows the stored response only if the server is unreachable`() {
    marble { m in
      let scene = FetchScene(m)
      scene.serve("A")
      scene.goOffline(m, at: 5)
      m.expect(scene.states(m, "-a"), "nl--A", FetchScene.names)
      m.expect(scene.states(m, "------a", .reload), "n-----l--(rf)", FetchScene.names)
    }
    marble { m in
      let scene = FetchScene(m)
      scene.serve("A")
      m.expect(scene.states(m, "-a"), "nl--A", FetchScene.names)
      m.expect(scene.states(m, "------a", .reload), "n-----l--A", FetchScene.names)
    }
  }

  @Test(arguments: [(503, "n-----l--(rf)"), (404, "n-----l--F"), (401, "n-----l--F")])
  func `a reload shows it after the errors of a server that does not work`(
    status: Int,
    seen: String
  ) {
    marble { m in
      let scene = FetchScene(m)
      scene.serve("A")
      m.expect(scene.states(m, "-a"), "nl--A", FetchScene.names)
      m.at(.seconds(5)) { scene.server.plan(.status(status), at: FetchScene.url) }
      m.expect(scene.states(m, "------a", .reload), seen, FetchScene.names)
    }
  }

  @Test(arguments: [RequestCachePolicy.storeThenNetwork, .reload])
  func `a response that must be revalidated is not shown`(use: RequestCachePolicy) {
    marble { m in
      let scene = FetchScene(m)
      scene.serve("A", "max-age=10, must-revalidate")
      scene.goOffline(m, at: 5)
      m.expect(scene.states(m, "-a"), "nl--A", FetchScene.names)
      m.expect(scene.states(m, "---------------a", use), "n--------------l--F", FetchScene.names)
    }
    for control in ["no-cache", "no-store"] {
      marble { m in
        let scene = FetchScene(m)
        scene.serve("A", control)
        scene.goOffline(m, at: 5)
        m.expect(scene.states(m, "-a"), "nl--A", FetchScene.names)
        m.expect(scene.states(m, "------a", use), "n-----l--F", FetchScene.names)
      }
    }
  }

  @Test func `must-revalidate forbids nothing while the response is fresh`() {
    marble { m in
      let scene = FetchScene(m)
      scene.serve("A", "max-age=10, must-revalidate")
      scene.goOffline(m, at: 5)
      m.expect(scene.states(m, "-a"), "nl--A", FetchScene.names)
      m.expect(scene.states(m, "------a", .storeThenNetwork), "n-----(lr)--f", FetchScene.names)
    }
  }

  @Test func `stale-if-error shows a response after the error, if only that allows it`() {
    for use in [RequestCachePolicy.storeThenNetwork, .reload] {
      marble { m in
        let scene = FetchScene(m, .whenAllowed)
        scene.serve("A", "max-age=1, stale-if-error=60")
        scene.goOffline(m, at: 5)
        m.expect(scene.states(m, "-a"), "nl--A", FetchScene.names)
        m.expect(scene.states(m, "------a", use), "n-----l--(rf)", FetchScene.names)
      }
    }
    marble { m in
      let scene = FetchScene(m, .whenAllowed)
      scene.serve("A", "max-age=1, stale-while-revalidate=8")
      m.expect(scene.states(m, "-a"), "nl--A", FetchScene.names)
      m.expect(scene.states(m, "------a", .storeThenNetwork), "n-----(lr)--A", FetchScene.names)
      m.expect(
        scene.states(m, "-----------------a", .storeThenNetwork),
        "n----------------l--A",
        FetchScene.names
      )
    }
  }

  @Test func `a cancel removes the response that is shown`() {
    marble { m in
      let scene = FetchScene(m)
      scene.serve("A")
      m.expect(scene.states(m, "-a"), "nl--A", FetchScene.names)
      m.expect(scene.states(m, "------a-c", .storeThenNetwork), "n-----(lr)-n", FetchScene.names)
    }
  }

  @Test func `without a stored response it is a plain load`() {
    marble { m in
      let scene = FetchScene(m)
      scene.serve("A")
      m.expect(scene.states(m, "-a", .storeThenNetwork), "nl--A", FetchScene.names)
      m.at(.seconds(9)) {
        let headers: [HTTPFields] = [["cache-control": "max-age=0"]]
        #expect(scene.server.requests.map(\.headers) == headers)
      }
    }
  }
}

@Suite struct `A fetch that shows what is stored (H22)` {
  private let bench = Bench()

  private var reported: [String] {
    bench.reports.entries.compactMap {
      guard case .stored(let stored) = $0 else { return nil }
      return "\(stored.isStale ? "stale " : "")\(stored.text)"
    }
  }

  @Test func `the reported response says whether it is stale, and has its age`() async throws {
    bench.serve("one", "max-age=60")
    _ = await bench.fetchText()
    bench.date.advance(20)
    #expect(await bench.fetchText(.storeThenNetwork) == "disk one")
    bench.date.advance(70)
    #expect(await bench.fetchText(.storeThenNetwork) == "disk one")
    #expect(reported == ["one", "stale one"])
    guard case .stored(let first)? = bench.reports.entries.first else { return }
    #expect(first.headers["age"] == "20" && first.source == .disk)
    #expect(bench.fetcher.counts.hits == 0)
  }

  @Test func `a response for other requests, or to a write, is not reported`() async throws {
    bench.serve("one", "max-age=60", headers: ["vary": "accept-language"])
    _ = await bench.fetchText(headers: ["accept-language": "de"])
    _ = await bench.fetchText(.storeThenNetwork, headers: ["accept-language": "en"])
    _ = await bench.fetchText(.storeThenNetwork, headers: ["authorization": "b"])
    for method in [ResourceRequest.Method.head, .post] {
      let request = ResourceRequest(Bench.url, method: method, cachePolicy: .storeThenNetwork)
      _ = try? await bench.fetcher.fetch(request) { bench.reports.note($0) }
    }
    #expect(reported == [])
  }

  @Test func `a response whose 304 could not be stored is not reported`() async {
    bench.serve("one", "max-age=60")
    _ = await bench.fetchText()
    bench.store.fail(at: ["keep"])
    _ = await bench.fetchText(.reload)
    #expect(await bench.fetchText(.storeThenNetwork) == "disk one")
    bench.plan(.failure(URLError(.notConnectedToInternet)))
    _ = await bench.fetchText(.reload)
    #expect(reported == [])
  }

  @Test func `the error is thrown, which stale-if-error does not replace`() async {
    bench.serve("one", "max-age=1, stale-if-error=60")
    _ = await bench.fetchText()
    bench.date.advance(20)
    bench.plan(.status(503))
    for use in [RequestCachePolicy.storeThenNetwork, .reload] {
      #expect(await bench.fetchText(use) == "\(ResourceError.status(503))")
    }
    #expect(reported == ["stale one", "stale one"])
    #expect(await bench.fetchText() == "stale disk one")
  }

  @Test func `the target of a redirect is reported after it, but not that of a write`() async {
    let redirect = MemoryResource(Data(), status: 303, headers: ["location": "/other"])
    bench.server.serve(
      MemoryResource(Data("two".utf8), entityTag: "\"2\"", cacheControl: "max-age=60"),
      at: Bench.other
    )
    bench.serve(redirect)
    bench.server.serve(redirect, at: Bench.url, for: .post)
    _ = await bench.fetchText()
    #expect(await bench.fetchText(.storeThenNetwork) == "disk two")
    #expect(reported == ["two"])
    for use in [RequestCachePolicy.standard, .storeThenNetwork, .reload] {
      bench.server.plan(.status(503), at: Bench.other, times: 1)
      let write = ResourceRequest(Bench.url, method: .post, cachePolicy: use)
      _ = try? await bench.fetcher.fetch(write) { bench.reports.note($0) }
    }
    #expect(reported == ["two"])
    bench.plan(.failure(URLError(.notConnectedToInternet)))
    _ = await bench.fetchText(.storeThenNetwork)
    #expect(reported == ["two"])
  }
}
