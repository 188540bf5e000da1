import CombineShim
import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

// The code of the first page of the documentation, unchanged.

private struct Search: Reducer {
  struct State: Sendable, Equatable {
    var text = ""
    var results = LoadableState<String, [String]>()
  }

  enum Action: Sendable, Equatable {
    case typed(String)
    case results(LoadingAction<String, [String], Never>)
  }

  let find: @Sendable (String) async throws -> [String]

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .typed(let text) = action {
        state.text = text
        state.results.perform(text.isEmpty ? .reset : .load(text))
      }
      return .none
    }
    .loadable(state: \.results, action: .results) { text, _ in try await find(text) }
  }
}

nonisolated extension CasePath<Search.Action, LoadingAction<String, [String], Never>> {
  fileprivate static let results = Self(Search.Action.results) {
    if case .results(let action) = $0 { action } else { nil }
  }
}

@Suite struct `The first page of the documentation` {
  @Test func `the newest text wins, and empty text resets the results`() {
    marbles { m in
      let answer = m.cold("---B|", ["B": ["Blade Runner"]])
      let store = m.keep(Store(Search.State()) { Search { _ in try await answer() } })
      m.hot("-a--b-----e---", ["a": "a", "b": "b", "e": ""]) { store.send(.typed($0)) }
      m.expect(
        store.states.map(\.results.loadable).removeDuplicates(),
        "nl-----B--n---",
        .states(loaded: ["B": ["Blade Runner"]])
      )
      m.expectSubscriptions(answer, ["-^--!", "----^--!"])
    }
  }

  @Test func `its code and its diagrams equal those of the tests`() throws {
    let page = try ArticleCode("ReactiveStore", of: "ReactiveStore", in: "")
    #expect(page.blocks.count == 3)
    let here = try page.lines(missingIn: #filePath)
    #expect(
      here == ["struct Search: Reducer {", "static let results = Self(Search.Action.results) {"]
    )
    #expect(try page.diagrams(missingIn: [], besides: #filePath) == [])
  }
}
