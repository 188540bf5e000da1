import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import Testing

@testable import Demo

/// `n` not requested, `l` loading, `d` a list, `m` a page in flight, `e` the next page has failed,
/// `c` a complete list.
@Suite struct `The lists of movies in time` {
  typealias ListStore = Store<MovieLists.State, MovieLists.Action>

  @Test func `a list that three screens show is loaded once`() {
    marbles { m in
      let page = m.moviePage("---A|")
      let store = store(m) { _, _ in try await page() }
      m.hot("-ss---s") { store.send(.show(.popular)) }
      m.expect(marks(store), "nl--c")
      m.expectSubscriptions(page, ["-^--!"])
    }
  }

  @Test func `no page is loaded twice, nor one after the last`() {
    marbles { m in
      let page = m.moviePage("--1|", then: ["---2|"])
      let store = store(m) { _, _ in try await page() }
      m.hot("-s") { store.send(.show(.popular)) }
      m.hot("----12---2") { store.send(.pages(.visible($0 == "1" ? 1 : 2))) }
      m.hot("-----n----n") { store.send(.pages(.next)) }
      m.expect(marks(store), "nl-dm--c")
      m.expectSubscriptions(page, ["-^-!", "----^--!"])
    }
  }

  @Test func `a page that fails is requested again by a retry only`() {
    marbles { m in
      let page = m.moviePage("-1|", then: ["-#", "--2|"])
      let store = store(m) { _, _ in try await page() }
      m.hot("-s") { store.send(.show(.popular)) }
      m.hot("---n--n") { store.send(.pages(.next)) }
      m.hot("--------r") { store.send(.pages(.retry)) }
      m.expect(marks(store), "nldme---m-c")
      m.expectSubscriptions(page, ["-^!", "---^!", "--------^-!"])
    }
  }

  @Test func `a list visited before shows immediately`() {
    marbles { m in
      let pages = [MovieList.popular: m.moviePage("--A|"), .top: m.moviePage("--B|")]
      let store = store(m) { query, _ in
        guard let page = pages[query.list] else { throw Unexpected() }
        return try await page()
      }
      m.hot("-p---t---p", ["p": MovieList.popular, "t": .top]) { store.send(.show($0)) }
      m.expect(store.states.map(\.pages.sketch).removeDuplicates(), "nl-4-l-5-4")
    }
  }

  @Test func `with another setting it is another list`() {
    var state = MovieLists.State()
    state.include(adults: true)
    #expect(state.pages.isNotRequested)
    state.show(.top)
    #expect(state.pages.key == MovieQuery(list: .top, adults: true))
    state.include(adults: false)
    #expect(state.pages.key == MovieQuery(list: .top, adults: false))
  }

  private func store(
    _ m: Marbles,
    _ page: @escaping @Sendable (MovieQuery, Int?) async throws -> Page<Int, Movie>
  ) -> ListStore {
    m.keep(Store(MovieLists.State()) { MovieLists(source: .stub(page: page)) })
  }

  private func marks(_ store: ListStore) -> some Publisher<String, Never> {
    store.states.map(\.pages.mark.symbol).removeDuplicates()
  }
}

extension MoviePages {
  /// `n` not requested, `l` loading, else the ids of the movies.
  fileprivate var sketch: String {
    switch loadable {
    case .notRequested: "n"
    case .loading: "l"
    case .failed: "f"
    case .loaded(let list): list.map { "\($0.id)" }.joined()
    }
  }
}
