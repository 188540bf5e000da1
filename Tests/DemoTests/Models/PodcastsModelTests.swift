import MarbleTesting
import ReactiveLoadable
import Testing

@testable import Demo

/// The taps of the legacy list on a list with one loader.
@Suite @MainActor struct `The podcast list in time` {
  @Test func `a first load, a reload that fails and one that succeeds`() {
    marbles { m in
      let calls = ["--a|", "--#", "--b|"].map { m.podcasts($0) }
      let model = m.keep(PodcastsModel(fetch: answers(calls)))
      m.hot("-t---t---t") { _ in model.load() }
      m.expect(model.states, "nl-a-L-G-L-b", podcastStates)
    }
  }

  @Test func `a first load that fails is tried again`() {
    marbles { m in
      let model = m.keep(PodcastsModel(fetch: answers(["--#", "--a|"].map { m.podcasts($0) })))
      m.hot("-t") { _ in model.load() }
      m.hot("-----r") { _ in model.retry() }
      m.expect(model.states, "nl-f-t-a", podcastStates)
    }
  }

  @Test func `a double tap asks once`() {
    marbles { m in
      let request = m.podcasts("------a|")
      let model = m.keep(PodcastsModel(fetch: answers([request])))
      m.hot("-t-t") { _ in model.load() }
      m.expect(model.states, "nl-----a", podcastStates)
      m.expectSubscriptions(request, ["-^-----!"])
    }
  }
}
