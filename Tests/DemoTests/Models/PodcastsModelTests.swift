import LoadableTesting
import ReactiveLoadable
import Testing

@testable import Demo

/// The taps of the legacy list on a list with one loader.
@Suite @MainActor struct `The podcast list in time` {
  @Test func `a first load, a reload that fails and one that succeeds`() {
    marbles { m in
      let calls = ["--a|", "--#", "--b|"].map { m.podcasts($0) }
      let model = m.keep(Loader(policy: .api, answers(calls)))
      m.hot("-t---t---t") { _ in model.load() }
      m.expect(model.states, "nl-a-L-G-L-b", podcastStates)
    }
  }

  @Test func `a first load that fails is retried`() {
    marbles { m in
      let model = m.keep(Loader(policy: .api, answers(["--#", "--a|"].map { m.podcasts($0) })))
      m.hot("-t") { _ in model.load() }
      m.hot("-----r") { _ in model.retry() }
      m.expect(model.states, "nl-f-t-a", podcastStates)
    }
  }

  @Test func `a double tap requests once`() {
    marbles { m in
      let request = m.podcasts("------a|")
      let model = m.keep(Loader(policy: .api, answers([request])))
      m.hot("-t-t") { _ in model.load() }
      m.expect(model.states, "nl-----a", podcastStates)
      m.expectSubscriptions(request, ["-^-----!"])
    }
  }

  @Test func `a temporary error is retried after growing delays, and never visible`() {
    marbles { m in
      let policy = LoadPolicy.api(
        within: .milliseconds(100),
        retry: .exponential(from: .milliseconds(20), limit: 2),
        clock: m.clock
      )
      let calls = ["-a|", "-#", "-#", "-b|"].map { m.podcasts($0) }
      let model = m.keep(Loader(policy: policy, answers(calls)))
      m.hot("-t--t") { _ in model.load() }
      m.expect(model.states, "nla-l1--2----b", .podcasts)
    }
  }

  @Test func `a missing response times out, and is requested again`() {
    marbles { m in
      let policy = LoadPolicy.api(
        within: .milliseconds(30),
        retry: .constant(.milliseconds(10), limit: 1),
        clock: m.clock
      )
      let calls = ["-a|", "-", "-", "-", "-b|"].map { m.podcasts($0) }
      let model = m.keep(Loader(policy: policy, answers(calls)))
      m.hot("-t--t-------t") { _ in model.load() }
      m.expect(model.states, "nla-l--1---'s a'l--1-b", .podcasts)
    }
  }

  @Test func `a refused request is not retried`() {
    marbles { m in
      let policy = LoadPolicy.api(
        within: .milliseconds(100),
        retry: .constant(.milliseconds(10), limit: 3),
        clock: m.clock
      )
      let refused = m.cold("-#", [String: [Podcast]](), failure: APIError.status(404))
      let model = m.keep(Loader(policy: policy, answers([refused])))
      m.hot("-t") { _ in model.load() }
      m.expect(model.states, "nlr", .states(loaded: [:], failed: ["r": .status(404)]))
    }
  }
}
