import Foundation
import LoadableTesting
import ReactiveLoadable
import ReactiveResources

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
  var sketch: String {
    switch self {
    case .notRequested: "n"
    case .loading(let loading): "l" + (loading.previous.map { "(\($0))" } ?? "")
    case .loaded(let text): text
    case .failed(let failed): "!" + (failed.previous.map { "(\($0))" } ?? "")
    }
  }
}
