import ReactiveStore

/// Loads the genres unless they are there.
struct FetchGenres: AsyncAction {
  let source: MovieSource

  func run(in store: ActionContext<MovieApp.State, MovieApp.Action>) async throws {
    guard store.state.genres.isEmpty else { return }
    store.send(.setGenres(try await source.genres()))
  }
}

extension Store<MovieApp.State, MovieApp.Action> {
  /// Loads the genres unless they are there or on their way.
  @discardableResult
  func fetchGenres(from source: MovieSource) -> StoreTask {
    run(FetchGenres(source: source), id: "genres", overlap: .ignore)
  }
}
