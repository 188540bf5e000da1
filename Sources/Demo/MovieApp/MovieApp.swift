import ReactiveLoadable
import ReactiveStore

/// An app for movies, whose whole state is one store.
///
/// Each part has a reducer of its own; what belongs to two of them is decided here.
struct MovieApp: Reducer {
  struct State: Sendable, Equatable {
    var lists = MovieLists.State()
    var search = MovieSearch.State()
    /// What is known of movies that somebody opened, for all screens that show them.
    var details = LoadableStates<Movie.ID, MovieDetails>()
    var saved = SavedMovies.State()
    var genres: [Genre] = []
  }

  enum Action: Sendable, Equatable {
    /// A screen appears that shows a movie.
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
      case .open(let id): state.details[id].loadIfNeeded()
      case .setGenres(let genres): state.genres = genres
      case .saved: state.obeySettings()
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
  /// Has the lists follow the settings that are kept.
  fileprivate mutating func obeySettings() {
    let adults = saved.values.adults
    guard adults != lists.adults else { return }
    lists.include(adults: adults)
    search.include(adults: adults)
  }

  /// The name of a genre, if the genres are there.
  func name(of genre: Genre.ID) -> String? { genres.first { $0.id == genre }?.name }

  /// The favourites whose details are there, in the order of the settings.
  var favourites: [Movie] {
    let movies = saved.values.favourites.compactMap { details[$0].latest?.movie }
    return switch saved.values.order {
    case .added: movies
    case .title: movies.sorted { $0.title < $1.title }
    case .year: movies.sorted { $0.year < $1.year }
    }
  }
}
