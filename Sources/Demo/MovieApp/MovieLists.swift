import ReactiveLoadable
import ReactiveStore

/// The lists that one looks through: one shows, the others are remembered.
struct MovieLists: Reducer {
  struct State: Sendable, Equatable {
    var pages = MoviePages()
    /// Whether the lists have what is for adults only.
    var adults = false
  }

  enum Action: Sendable, Equatable {
    /// The screen of a list appears.
    case show(MovieList)
    case pages(MoviePagesAction)
  }

  let source: MovieSource

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .show(let list) = action { state.show(list) }
      return .none
    }
    .paged(state: \.pages, action: .pages, policy: .movies) { [source] page, _ in
      try await source.page(page.key, page.cursor)
    }
  }
}

extension MovieLists.State {
  mutating func show(_ list: MovieList) {
    pages.loadIfNeeded(MovieQuery(list: list, adults: adults))
  }

  /// Shows the same list, with what is for adults only or without.
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

extension PagingPolicy {
  /// The policy of all lists of movies.
  static let movies = PagingPolicy(load: .api)
}
