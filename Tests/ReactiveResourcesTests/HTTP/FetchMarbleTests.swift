import Foundation
import LoadableTesting
import ReactiveLoadable
import ReactiveResources
import TestSupport
import Testing

/// A loader whose work is a fetch, in virtual time; a character is a second of the date.
///
/// `n` not requested, `l` loading, `r` loading over A, `A` and `B` loaded, `f` failed over A. A
/// response takes three characters. A stored one is fresh for 10 s, and may be shown for 10 s more.
@Suite struct `Fetching in time (H1, H4)` {
  static let url = URL(filePath: "/picture")

  @Test(.needs(.sleep)) func `a delay of the transport on a real clock is reported with it`() {
    let failures = failures {
      marbles { m in
        m.expectCleanRun()
        let server = MemoryTransport()
        server.plan(.wait(.milliseconds(30)), at: Self.url)
        m.keep(Task { try await server.send(ResourceRequest(Self.url)) })
      }
    }
    let text = failures.first?.text ?? ""
    #expect(text.contains("a delay of a MemoryTransport slept for 30ms at 0ms"), "\(text)")
    #expect(text.contains("here with `MemoryTransport(clock: m.clock)`"), "\(text)")
  }

  struct Scene: Sendable {
    let server: MemoryTransport
    let fetcher: ResourceFetcher

    init(_ m: Marbles, _ staleUse: FetchPolicy.StaleUse = .unlessForbidden) {
      let clock = m.clock
      let wallClock = WallClock { Date.start + clock.now.offset / .seconds(1) }
      server = MemoryTransport(clock: clock, wallClock: wallClock)
      server.plan(.wait(.seconds(3)), at: url)
      fetcher = ResourceFetcher(
        store: FailingStore(),
        transport: server,
        policy: FetchPolicy(staleUse: staleUse),
        wallClock: wallClock
      )
    }

    func serve(
      _ text: String,
      _ cacheControl: String = "max-age=10, stale-while-revalidate=10"
    ) {
      let resource = MemoryResource(
        Data(text.utf8),
        entityTag: "\"\(text)\"",
        cacheControl: cacheControl
      )
      server.serve(resource, at: url)
    }

    var statuses: [Int?] { server.exchanges.map(\.status) }
  }

  enum State: Hashable { case notRequested, loading(String?), loaded(String), failed(String?) }

  static let states: [String: State] = [
    "n": .notRequested, "l": .loading(nil), "r": .loading("A"), "A": .loaded("A"),
    "B": .loaded("B"), "f": .failed(nil),
  ]

  /// Each of its loads starts without a visible value, so any visible value is from the fetch.
  private func loader(
    _ m: Marbles,
    _ scene: Scene
  ) -> ValueLoader<FetchedResource> {
    m.keep(
      Loader(policy: LoadPolicy(previous: .never)) { (_: NoRequest, report) in
        try await scene.fetcher.load(ResourceRequest(Self.url), report)
      }
    )
  }

  private func seen(_ state: LoadState<FetchedResource>) -> State {
    switch state {
    case .notRequested: .notRequested
    case .loading(let loading): .loading(loading.previous?.text)
    case .loaded(let fetched): .loaded(fetched.text)
    case .failed(let failed): .failed(failed.previous?.text)
    }
  }

  @Test func `a stale response is shown during its revalidation, unless that is forbidden`() {
    for (cacheControl, seen) in [
      ("max-age=10", "nl--A---------------(lr)--A"),
      ("max-age=10, must-revalidate", "nl--A---------------l--A"),
    ] {
      marbles(frame: .seconds(1)) { m in
        let scene = Scene(m)
        scene.serve("A", cacheControl)
        let loader = loader(m, scene)
        m.hot("-a------------------a") { (_: String) in loader.load() }
        m.expect(loader.states.map(self.seen).removeDuplicates(), seen, Self.states)
      }
    }
  }

  @Test func `it is fresh, then shown during its revalidation, then not shown`() {
    marbles(frame: .seconds(1)) { m in
      let scene = Scene(m, .whenAllowed)
      scene.serve("A")
      let loader = loader(m, scene)
      m.hot("-a----a-------a---------------------a") { (_: String) in loader.load() }
      m.at(.seconds(13)) { scene.serve("B") }
      let seen = loader.states.map(seen).removeDuplicates()
      m.expect(seen, "nl--A-(lA)-------(lr)--B------------------l--B", Self.states)
      m.at(.seconds(50)) { #expect(scene.statuses == [200, 200, 304]) }
    }
  }

  @Test func `a cancel restores the state, and ends the exchange`() {
    marbles(frame: .seconds(1)) { m in
      let scene = Scene(m)
      scene.serve("A")
      let loader = loader(m, scene)
      m.hot("-a-c--a") { $0 == "a" ? _ = loader.load() : loader.cancel() }
      m.expect(loader.states.map(seen).removeDuplicates(), "nl-n--l--A", Self.states)
      m.at(.seconds(20)) { #expect(scene.statuses == [nil, 200]) }
    }
  }

  @Test(arguments: [CancellationError() as any Error, URLError(.cancelled)])
  func `a cancellation thrown by the transport restores the state, too`(error: any Error) {
    marbles(frame: .seconds(1)) { m in
      let scene = Scene(m)
      scene.server.plan(.failure(error), at: Self.url)
      let loader = loader(m, scene)
      m.hot("-a") { (_: String) in loader.load() }
      m.expect(loader.states.map(seen), "nl--n", Self.states)
    }
  }

  @Test func `a loader with typed failures restores the state by its policy`() {
    marbles(frame: .seconds(1)) { m in
      let scene = Scene(m)
      scene.server.plan(.failure(CancellationError()), at: Self.url)
      let policy = LoadPolicy(isCancellation: ResourceError.isCancellation)
      let loader = m.keep(
        Loader(policy: policy) { (_: NoRequest, report) async throws(ResourceError) in
          try await scene.fetcher.fetch(ResourceRequest(Self.url), report)
        }
      )
      m.hot("-a") { (_: String) in loader.load() }
      m.expect(loader.states.map { $0.error == nil }.removeDuplicates(), "y", ["y": true])
      m.expect(loader.states.map(\.isLoading), "nl--n", ["n": false, "l": true])
    }
  }
}
