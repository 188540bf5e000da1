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

/// Texts of a server in memory, each state in a letter; see ``names``.
struct FetchScene: Sendable {
  static let url = URL(filePath: "/page")

  static let names: [String: String] = [
    "n": "n", "l": "l", "r": "l(A)", "A": "A", "B": "B", "f": "!(A)", "F": "!", "b": "l(B)",
    "g": "!(B)", "q": "q",
  ]
  static let flags = ["n": false, "l": true]

  let server: MemoryTransport
  let fetcher: ResourceFetcher
  /// A `q` for each request, when it is sent.
  let requests = PublishRelay<String>()

  init(_ m: Marbles, _ staleUse: FetchPolicy.StaleUse = .unlessForbidden) {
    let wallClock = WallClock(from: m.clock, startingAt: .start)
    let server = MemoryTransport(clock: m.clock, wallClock: wallClock)
    server.plan(.wait(.seconds(3)), at: Self.url)
    self.server = server
    fetcher = ResourceFetcher(
      store: MemoryStore(),
      transport: ClosureTransport { [requests] request in
        requests.accept("q")
        return try await server.send(request)
      },
      policy: FetchPolicy(staleUse: staleUse),
      wallClock: wallClock
    )
  }

  var statuses: [Int?] { server.exchanges.map(\.status) }

  func serve(_ text: String, _ cacheControl: String = "max-age=10") {
    let resource = MemoryResource(
      Data(text.utf8),
      entityTag: "\"\(text)\"",
      cacheControl: cacheControl
    )
    server.serve(resource, at: Self.url)
  }

  /// The server is unreachable from a second on.
  func goOffline(_ m: Marbles, at start: Double, for time: Double? = nil) {
    m.at(.seconds(start)) {
      server.plan(.failure(URLError(.notConnectedToInternet)), at: Self.url)
    }
    guard let time else { return }
    m.at(.seconds(start + time)) {
      server.clearPlan()
      server.plan(.wait(.seconds(3)), at: Self.url)
    }
  }

  func loader(_ m: Marbles, _ use: RequestCachePolicy, _ policy: LoadPolicy) -> ValueLoader<String>
  {
    m.keep(
      Loader(policy: policy) { (_: NoRequest, report) in
        try await fetcher.load(ResourceRequest(Self.url, cachePolicy: use), report) { fetched in
          if fetched.text == "?" { throw URLError(.cannotDecodeContentData) }
          return fetched.text
        }
      }
    )
  }

  /// The states of a loader without a value, as after a launch: `a` loads, `c` cancels.
  func states(
    _ m: Marbles,
    _ events: String,
    _ use: RequestCachePolicy = .standard
  ) -> some Publisher<String, Never> {
    let loader = loader(m, use, LoadPolicy(previous: .never))
    m.hot(events) { $0 == "a" ? _ = loader.load() : loader.cancel() }
    return loader.states.map(\.sketch).removeDuplicates()
  }
}

extension LoadState<String> {
  /// Such as `l` loading, `l(A)` over A, `A` loaded, `!(A)` failed over A.
  fileprivate var sketch: String {
    switch self {
    case .notRequested: "n"
    case .loading(let loading): "l" + (loading.previous.map { "(\($0))" } ?? "")
    case .loaded(let text): text
    case .failed(let failed): "!" + (failed.previous.map { "(\($0))" } ?? "")
    }
  }
}
