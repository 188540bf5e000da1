@testable import MovieSearchModels
import LoadableTesting
import ReactiveLoadable
import Testing

// A frame is 100 ms: the pause in typing takes three, and a response of the server takes two.

@Suite @MainActor struct `The search of the sample app` {
  private func play(_ body: @MainActor (Marbles, SampleServer, SearchModel) -> Void) {
    marbles(on: MainActor.shared, frame: .milliseconds(100)) { m in
      let server = m.keep(SampleServer(latency: .milliseconds(200), clock: m.clock))
      body(m, server, m.keep(SearchModel(clock: m.clock, search: server.search)))
    }
  }

  /// The text of a screen: the number of rows, and the notice instead of them or below them.
  private func screen(_ model: SearchModel) -> String {
    let state = model.results.state
    let notice = state.notice.map { "\($0)" }
    let footer = state.footer.map { "\($0)" }
    return [state.latest.map { "\($0.count)" }, notice, footer].compactMap(\.self)
      .joined(separator: " ")
  }

  @Test func `a page that fails keeps the rows, and a retry loads it`() {
    play { m, server, model in
      m.hot("-t") { model.text = "er" }
      m.hot("--------v---v") {
        model.results.visible(at: (model.results.state.latest?.count ?? 0) - 1)
      }
      m.hot("-----------o---o") { server.isOnline.accept(!server.isOnline.value) }
      m.hot("----------------r") { model.results.retry() }
      m.expect(
        reading: { screen(model) },
        "p---s-1-a-2-b-f-b-3",
        [
          "p": "prompt", "s": "searching", "1": "12", "a": "12 loading", "2": "24",
          "b": "24 loading", "f": "24 failed(\"The server cannot be reached.\")",
          "3": "30 end(count: 30)",
        ]
      )
    }
  }

  @Test func `a first page that fails is a notice, and an empty field clears it`() {
    play { m, server, model in
      server.isOnline.accept(false)
      m.hot("-t") { model.text = "sky" }
      m.hot("--------r") { model.results.retry() }
      m.hot("------------x") { model.text = "" }
      m.expect(
        reading: { screen(model) },
        "p---s-f-s-f-p",
        ["p": "prompt", "s": "searching", "f": "failed(\"The server cannot be reached.\")"]
      )
    }
  }

  @Test func `a refresh that fails keeps the rows`() {
    play { m, server, model in
      m.hot("-t") { model.text = "sky" }
      m.hot("-------o") { server.isOnline.accept(false) }
      m.hot("--------r") { m.keep(Task { await model.results.refresh() }) }
      m.expect(
        reading: { screen(model) },
        "p---s-1---f",
        [
          "p": "prompt", "s": "searching", "1": "6 end(count: 6)",
          "f": "6 failed(\"The server cannot be reached.\")",
        ]
      )
    }
  }

  @Test func `a text without movies is a notice, also while it is refreshed`() {
    play { m, _, model in
      m.hot("-t") { model.text = "xyz" }
      m.hot("--------r") { m.keep(Task { await model.results.refresh() }) }
      m.expect(
        reading: { screen(model) },
        "p---s-0-r-0",
        ["p": "prompt", "s": "searching", "0": "0 nothingFound", "r": "0 searching"]
      )
    }
  }

  @Test func `the newest text wins`() {
    marbles(on: MainActor.shared, frame: .milliseconds(100)) { m in
      let heat = Page<Int, Movie>([Movie(id: 1, title: "Heat", year: 1995)], next: nil)
      let answer = m.cold("--h|", ["h": heat])
      let model = m.keep(SearchModel(clock: m.clock) { _ in try await answer() })
      m.hot("-h-he") { model.text = $0 }
      m.expect(
        reading: { model.results.state.latest?.key },
        "n--------e",
        ["n": nil, "e": "e"]
      )
      m.expectSubscriptions(answer, ["-------^-!"])
    }
  }
}
