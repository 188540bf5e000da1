import ReactiveStore

// The cases of the actions, as the parts are composed by them.

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
