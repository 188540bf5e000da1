import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import Testing

@testable import Demo

/// The search has a debounce time of 30 ms, and clears immediately; `l` is loading, `c` a complete
/// list.
@Suite struct `The search for movies in time` {
  typealias SearchStore = Store<MovieSearch.State, MovieSearch.Action>

  @Test func `an outdated text is not requested, and a late result is not shown`() {
    marbles { m in
      let slow = m.moviePage("---------A|", .ignored)
      let store = store(m, ["ge": slow, "germ": m.moviePage("--B|")])
      m.hot("-12-----3-------4", ["1": "g", "2": "ge", "3": "germ", "4": ""]) {
        store.send(.typed($0))
      }
      m.expect(marks(store), "n----l-------c--n")
      m.expectSubscriptions(slow, ["-----^--------!"])
    }
  }

  @Test func `clearing the field before the debounce time requests nothing`() {
    marbles { m in
      let page = m.moviePage("--A|")
      let store = store(m, ["ge": page])
      m.hot("-1-2", ["1": "ge", "2": ""]) { store.send(.typed($0)) }
      m.expect(marks(store), "n")
      m.expectSubscriptions(page, [])
    }
  }

  @Test func `a text searched before shows immediately after its debounce time`() {
    marbles { m in
      let page = m.moviePage("--A|")
      let store = store(m, ["ge": page])
      m.hot("-1-----2-1", ["1": "ge", "2": ""]) { store.send(.typed($0)) }
      m.expect(marks(store), "n---l-cn----c")
      m.expectSubscriptions(page, ["----^-!"])
    }
  }

  @Test func `results arrive page by page, and a first page that fails is retried`() {
    marbles { m in
      let page = m.moviePage("-#", then: ["--1|", "-2|"])
      let store = store(m, ["ge": page])
      m.hot("-1", ["1": "ge"]) { store.send(.typed($0)) }
      m.hot("-------r") { store.send(.results(.retry)) }
      m.hot("-----------n") { store.send(.results(.next)) }
      m.expect(marks(store), "n---lf-l-d-mc")
    }
  }

  @Test func `with another setting the text is requested again`() {
    var state = MovieSearch.State()
    state.include(adults: true)
    #expect(state.results.isNotRequested)
    state.text = "ge"
    state.search()
    #expect(state.results.key == MovieQuery(list: .found("ge"), adults: true))
    state.include(adults: false)
    #expect(state.results.key == MovieQuery(list: .found("ge"), adults: false))
  }

  private func store(
    _ m: Marbles,
    _ pages: [String: MarbleCold<Page<Int, Movie>, APIError>]
  ) -> SearchStore {
    let source = MovieSource.stub { query, _ in
      guard case .found(let text) = query.list, let page = pages[text] else {
        throw Unexpected()
      }
      return try await page()
    }
    return m.keep(
      Store(MovieSearch.State()) {
        MovieSearch(source: source, quiet: .milliseconds(30), clock: m.clock)
      }
    )
  }

  private func marks(_ store: SearchStore) -> some Publisher<String, Never> {
    store.states.map(\.results.mark.symbol).removeDuplicates()
  }
}
