import LoadableTesting
import ReactiveLoadable
import Testing

@testable import Demo

@Suite @MainActor struct `A feed in time` {
  @Test func `a feed that cannot be parsed is a failed state, and another one can be opened`() {
    let feed = Feed(title: "T", episodes: [])
    marbles { m in
      let good = m.cold("--d|", ["d": feed], failure: FeedError.empty)
      let bad = m.cold("--#", [String: Feed](), failure: FeedError.empty)
      let model = m.keep(
        Loader(policy: .api) { (source: FeedSource) async throws(FeedError) in
          let request = source == .file("good") ? good : bad
          return try await request(orCancelled: .request(.cancelled))
        }
      )
      m.hot("-b---g", ["b": "bad", "g": "good"]) { name in model.load(.file(name)) }
      m.expect(
        model.states,
        "nl-f-l-d",
        ["n": .notRequested, "l": .loading, "f": .failed(.empty), "d": .loaded(feed)]
      )
    }
  }

  @Test func `a cancelled request is no failure, for feeds and for the API`() {
    let policy = LoadPolicy.api
    #expect(policy.isCancellation(FeedError.request(.cancelled)))
    #expect(policy.isCancellation(APIError.cancelled))
    #expect(!policy.isCancellation(FeedError.empty))
    #expect(!policy.isCancellation(APIError.timedOut))
  }
}
