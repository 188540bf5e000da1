import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import Testing

@testable import Demo

/// `n` not requested, `l` loading, `d` loaded, `f` failed.
@Suite struct `The movie app in time` {
  typealias AppStore = Store<MovieApp.State, MovieApp.Action>

  private let details = ["d": MovieDetails.sample(.sample(1))]

  @Test func `a movie that three screens open is loaded once, and another one concurrently`() {
    marbles { m in
      let answers = [1: m.cold("---d|", details), 2: m.cold("-d|", details)]
      let store = m.movieApp(.stub(details: { try await answers[$0]?() ?? .sample(.sample($0)) }))
      m.hot("-11---1", ["1": 1]) { store.send(.open($0)) }
      m.hot("--2", ["2": 2]) { store.send(.open($0)) }
      m.expect(marks(store, 1), "nl--d")
      m.expect(marks(store, 2), "n-ld")
      m.expectSubscriptions(answers[1]!, ["-^--!"])
    }
  }

  @Test func `details that fail are loaded by a retry, and no failure is reported`() {
    marbles { m in
      let answer = m.cold("-#", details, failure: APIError.status(500), then: ["--d|"])
      let store = m.movieApp(.stub(details: { _ in try await answer() }))
      m.hot("-o") { store.send(.open(1)) }
      m.hot("----r") { store.send(.detail(1, .retry)) }
      m.expect(marks(store, 1), "nlf-l-d")
      m.expect(store.failures.map { "\($0)" }, "")
    }
  }

  @Test func `a stored setting creates the lists that use it`() {
    marbles { m in
      let pages = [false: m.moviePage("-A|"), true: m.moviePage("-B|")]
      let page = { @Sendable (query: MovieQuery, _: Int?) in
        try await pages[query.adults]?() ?? Page([], next: nil)
      }
      let store = m.movieApp(.stub(page: page))
      m.hot("-s") { store.send(.lists(.show(.popular))) }
      m.hot("----a") { store.send(.saved(.edit(.adults(true)))) }
      m.hot("-------a") { store.send(.saved(.edit(.see(1)))) }
      m.expect(store.states.map(\.lists.pages.mark.symbol).removeDuplicates(), "nlc-lc")
      m.expectSubscriptions(pages[false]!, ["-^!"])
      m.expectSubscriptions(pages[true]!, ["----^!"])
    }
  }

  @Test func `favorites have the order of the settings`() {
    var state = MovieApp.State()
    for movie in [Movie.sample(1, "B", 1990), .sample(2, "A", 1995), .sample(3, "C", 1985)] {
      state.details[movie.id].perform(.set(.sample(movie)))
      state.saved.values.apply(.favorite(movie.id))
    }
    state.saved.values.apply(.favorite(4))
    #expect(state.favorites.map(\.id) == [1, 2, 3])
    state.saved.values.order = .title
    #expect(state.favorites.map(\.id) == [2, 1, 3])
  }

  @Test func `a screen shows the loaded facts of a movie, and a row the stored ones`() {
    var state = MovieApp.State()
    let movie = Movie.sample(1, "Copper Sky", 1997)
    #expect(state.screen(of: 1) == "Not requested.")
    state.details[2].perform(.loadIfNeeded)
    #expect(state.screen(of: 2) == "Loading movie 2 …")
    state.details[1].perform(.set(.sample(movie)))
    state.genres = [Genre(id: 1, name: "Drama")]
    let text = "Copper Sky (1997): Drama, 90 minutes, rated 7.5. With Ada, Bo. Similar: none."
    #expect(state.screen(of: 1) == text)
    #expect(state.row(movie) == "   Copper Sky (1997)")
    state.saved.values = MovieChoices(favorites: [1], seen: [1])
    #expect(state.row(movie) == "♥✓ Copper Sky (1997)")
  }

  private func marks(_ store: AppStore, _ id: Movie.ID) -> some Publisher<String, Never> {
    store.states.map { $0.details[id].loadable.mark().symbol }.removeDuplicates()
  }
}

extension Marbles {
  /// The app on a source, with its saved movies in memory.
  func movieApp(
    _ source: MovieSource,
    _ middleware: [Middleware<MovieApp.State, MovieApp.Action>] = []
  ) -> Store<MovieApp.State, MovieApp.Action> {
    let saved = SavedMovies {
      MovieChoices()
    } write: { _ in
    }
    return keep(
      Store(MovieApp.State(), middleware: middleware) {
        MovieApp(source: source, saved: saved, clock: clock)
      }
    )
  }
}
