import ReactiveLoadable
import ReactiveStore

struct MovieApp: Reducer {
  struct State: Sendable, Equatable {
    var lists = MovieLists.State()
    var search = MovieSearch.State()
    var details = LoadableStates<Movie.ID, MovieDetails>()
    var saved = SavedMovies.State()
    var genres: [Genre] = []
  }

  enum Action: Sendable, Equatable {
    case open(Movie.ID)
    case lists(MovieLists.Action)
    case search(MovieSearch.Action)
    case detail(Movie.ID, LoadingAction<NoRequest, MovieDetails, Never>)
    case saved(SavedMovies.Action)
    case setGenres([Genre])
  }

  let source: MovieSource
  let saved: SavedMovies
  var clock: any Clock<Duration> = ContinuousClock()

  var body: some Reducer<State, Action> {
    Scope(state: \.lists, action: .lists) { MovieLists(source: source) }
    Scope(state: \.search, action: .search) { MovieSearch(source: source, clock: clock) }
    Scope(state: \.saved, action: .saved) { saved }
    Reduce { state, action in
      switch action {
      case .open(let id): state.details[id].perform(.loadIfNeeded)
      case .setGenres(let genres): state.genres = genres
      case .saved: state.applySettings()
      case .lists, .search, .detail: break
      }
      return .none
    }
    .loadable(each: \.details, action: .detail, policy: .api) { [source] id, _ in
      try await source.details(id)
    }
  }
}

extension MovieApp.State {
  fileprivate mutating func applySettings() {
    let adults = saved.values.adults
    guard adults != lists.adults else { return }
    lists.include(adults: adults)
    search.include(adults: adults)
  }

  /// The loaded favorites, in the order of the settings.
  var favorites: [Movie] {
    let movies = saved.values.favorites.compactMap { details[$0].latest?.movie }
    return switch saved.values.order {
    case .added: movies
    case .title: movies.sorted { $0.title < $1.title }
    }
  }

  func row(_ movie: Movie) -> String {
    let heart = saved.values.favorites.contains(movie.id) ? "♥" : " "
    let check = saved.values.seen.contains(movie.id) ? "✓" : " "
    return "\(heart)\(check) \(movie.title) (\(movie.year))"
  }

  func screen(of id: Movie.ID) -> String {
    details[id].render {
      "Not requested."
    } loading: { _, _ in
      "Loading movie \(id) …"
    } failed: { _, failure in
      "No movie \(id): \(failure.error)"
    } loaded: {
      text(of: $0)
    }
  }

  private func text(of details: MovieDetails) -> String {
    let facts = details.facts
    let names = facts.genres.compactMap { id in genres.first { $0.id == id }?.name }
    let similar = details.similar.map(\.title).joined(separator: ", ")
    return """
      \(details.movie.title) (\(details.movie.year)): \(names.joined(separator: ", ")), \
      \(facts.minutes) minutes, rated \(facts.rating). With \(facts.cast.joined(separator: ", ")). \
      Similar: \(similar.isEmpty ? "none" : similar).
      """
  }
}

struct FetchGenres: AsyncAction {
  let source: MovieSource

  func run(in store: ActionContext<MovieApp.State, MovieApp.Action>) async throws {
    guard store.state.genres.isEmpty else { return }
    store.send(.setGenres(try await source.genres()))
  }
}

extension Store<MovieApp.State, MovieApp.Action> {
  /// Loads the genres unless they are loaded or in flight.
  @discardableResult
  func fetchGenres(from source: MovieSource) -> StoreTask {
    run(FetchGenres(source: source), id: "genres", overlap: .ignore)
  }
}

// MARK: The cases of the actions, for composition

nonisolated extension CasePath<MovieApp.Action, MovieLists.Action> {
  static let lists = Self(MovieApp.Action.lists) {
    if case .lists(let action) = $0 { action } else { nil }
  }
}

nonisolated extension CasePath<MovieApp.Action, MovieSearch.Action> {
  static let search = Self(MovieApp.Action.search) {
    if case .search(let action) = $0 { action } else { nil }
  }
}

nonisolated extension CasePath<MovieApp.Action, SavedMovies.Action> {
  static let saved = Self(MovieApp.Action.saved) {
    if case .saved(let action) = $0 { action } else { nil }
  }
}

nonisolated extension CasePath<
  MovieApp.Action, (Movie.ID, LoadingAction<NoRequest, MovieDetails, Never>)
> {
  static let detail = Self(MovieApp.Action.detail) {
    if case .detail(let id, let action) = $0 { (id, action) } else { nil }
  }
}
