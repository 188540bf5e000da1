import ReactiveLoadable
import ReactiveStore

/// Search as you type: asked for when the typing rests, in pages.
struct MovieSearch: Reducer {
  struct State: Sendable, Equatable {
    var text = ""
    var results = MoviePages()
    /// Whether the results have what is for adults only.
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
    .paged(state: \.results, action: .results, policy: .movies) { [source] page, _ in
      try await source.page(page.key, page.cursor)
    }
  }

  private func rest() -> Effect<Action> {
    .send(.rested, after: quiet, on: clock).cancellable(id: "rest", overlap: .replace)
  }

  private func clear(_ state: inout State) -> Effect<Action> {
    state.results.clear()
    return .cancel(id: "rest")
  }
}

extension MovieSearch.State {
  mutating func search() {
    results.loadIfNeeded(MovieQuery(list: .found(text), adults: adults))
  }

  /// Shows the same results, with what is for adults only or without.
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
