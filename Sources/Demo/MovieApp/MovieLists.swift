import ReactiveLoadable
import ReactiveStore

/// The lists of movies: one is shown, the others are cached.
struct MovieLists: Reducer {
  struct State: Sendable, Equatable {
    var pages = MoviePages()
    var adults = false
  }

  enum Action: Sendable, Equatable {
    case show(MovieList)
    case pages(MoviePagesAction)
  }

  let source: MovieSource

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .show(let list) = action { state.show(list) }
      return .none
    }
    .paged(state: \.pages, action: .pages, policy: PagingPolicy(load: .api)) { [source] page, _ in
      try await source.page(page.key, page.cursor)
    }
  }
}

extension MovieLists.State {
  mutating func show(_ list: MovieList) {
    pages.perform(.loadIfNeeded(MovieQuery(list: list, adults: adults)))
  }

  mutating func include(adults: Bool) {
    self.adults = adults
    if let list = pages.key?.list { show(list) }
  }
}

nonisolated extension CasePath<MovieLists.Action, MoviePagesAction> {
  static let pages = Self(MovieLists.Action.pages) {
    if case .pages(let action) = $0 { action } else { nil }
  }
}

extension MoviePages {
  var mark: StateMark {
    loadable.mark { list in
      switch list.append {
      case .idle: StateMark("d", "a list")
      case .loading: StateMark("m", "a list, next page in flight", .busy)
      case .failed: StateMark("e", "the next page failed", .bad)
      case .complete: StateMark("c", "a complete list")
      }
    }
  }
}

enum MovieList: Hashable, Sendable {
  case popular
  case top
  case found(String)
}

/// The request for a list: everything that its rows depend on.
struct MovieQuery: Hashable, Sendable {
  var list: MovieList
  var adults = false
}

typealias MoviePages = PagedState<MovieQuery, Int, Movie>
typealias MoviePagesAction = PagingAction<MovieQuery, Int, Movie>

/// The data source of the movie app; tests supply functions.
struct MovieSource: Sendable {
  var page: @Sendable (MovieQuery, _ number: Int?) async throws -> Page<Int, Movie>
  var details: @Sendable (Movie.ID) async throws -> MovieDetails
  var genres: @Sendable () async throws -> [Genre]
}

extension MovieSource {
  init(_ api: API) {
    page = { query, number in
      let answer = try await api.movies(query, page: number ?? 1)
      return Page(answer.movies, next: answer.next, total: answer.total)
    }
    details = { try await api.get("movies/\($0)") }
    genres = { try await api.get("genres") }
  }
}

extension API {
  fileprivate func movies(_ query: MovieQuery, page: Int) async throws(APIError) -> MovieAnswer {
    let (path, text) =
      switch query.list {
      case .popular: ("popular", "")
      case .top: ("top", "")
      case .found(let text): ("found", text)
      }
    let items: KeyValuePairs = ["q": text, "cursor": "\(page)", "adults": "\(query.adults)"]
    return try await get("movies/\(path)", items)
  }
}

/// Search as you type: requested after a pause in typing, in pages.
struct MovieSearch: Reducer {
  struct State: Sendable, Equatable {
    var text = ""
    var results = MoviePages()
    var adults = false
  }

  enum Action: Sendable, Equatable {
    case typed(String)
    case rested
    case results(MoviePagesAction)
  }

  let source: MovieSource
  var quiet = Duration.milliseconds(200)
  var clock: any Clock<Duration> = ContinuousClock()

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .typed(let text):
        state.text = text
        return text.isEmpty ? clear(&state) : rest()
      case .rested: state.search()
      case .results: break
      }
      return .none
    }
    .paged(state: \.results, action: .results, policy: PagingPolicy(load: .api)) {
      [source] page, _ in
      try await source.page(page.key, page.cursor)
    }
  }

  private func rest() -> Effect<Action> {
    .send(.rested, after: quiet, on: clock).cancellable(id: "rest", overlap: .replace)
  }

  private func clear(_ state: inout State) -> Effect<Action> {
    state.results.perform(.clear)
    return .cancel(id: "rest")
  }
}

extension MovieSearch.State {
  mutating func search() {
    results.perform(.loadIfNeeded(MovieQuery(list: .found(text), adults: adults)))
  }

  mutating func include(adults: Bool) {
    self.adults = adults
    if results.key != nil { search() }
  }
}

nonisolated extension CasePath<MovieSearch.Action, MoviePagesAction> {
  static let results = Self(MovieSearch.Action.results) {
    if case .results(let action) = $0 { action } else { nil }
  }
}
