import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

// The code of the article on observing loads, unchanged.

@Suite struct ObservingLoadsArticleTests {
  private let lines = Log<String>()

  private func print(_ line: String) { lines.note(line) }

  private func report(_ error: any Error, from name: String) {}

  @Test func `the code of the article is here`() throws {
    #expect(
      try ArticleCode("ObservingLoads").lines(missingIn: #filePath) == []
    )
  }

  @Test func `a logger writes a line for each event`() {
    marbles { m in
      let api = API(m)
      let podcasts = m.keep(podcasts(api, m))
      m.hot("-aa") { _ in podcasts.load() }
      m.expect(podcasts.states.map(\.isLoading), "ft-t 1170ms f", ["f": false, "t": true])
      m.at(.seconds(3)) {
        #expect(
          lines.entries == [
            "podcasts: load started", "podcasts: load joined",
            "podcasts: attempt failed, retry 1 follows: The server is busy.",
            "podcasts: retry 1 started", "podcasts: load succeeded after 1.2 s",
          ]
        )
      }
    }
  }

  private func podcasts(_ api: API, _ m: Marbles) -> ValueLoader<[String]> {
    var policy = policy
    policy.clock = m.clock
    let podcasts = Loader(policy: policy) { try await api.podcasts() }
    return podcasts
  }

  private var policy: LoadPolicy {
    let policy = LoadPolicy(
      retry: .constant(.seconds(1), limit: 2),
      name: "podcasts",
      observer: .logger { print($0) }
    )
    return policy
  }

  @Test func `an app observes failures`() {
    let observation = LoadObserver { event in
      if case .failed(let error) = event.kind { report(error, from: event.name) }
    }.observeAll()
    observation.cancel()
  }
}

private struct Busy: Error, CustomStringConvertible { let description = "The server is busy." }

/// A server that is busy once.
private struct API: Sendable {
  private let answer: MarbleCold<String, Busy>

  init(_ m: Marbles) { answer = m.cold("--#", failure: Busy(), then: [" 180ms x|"]) }

  func podcasts() async throws -> [String] {
    [try await answer()]
  }
}
