import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import StoreTesting
import TestSupport
import Testing

// The code of the article, unchanged.

struct AppState: Sendable, Equatable {
  var genres: [String] = []
  var favourites: Set<Int> = []
  var details = LoadableStates<Int, Movie>()
}

enum AppAction: Sendable, Equatable {
  case setGenres([String])
  case toggleFavourite(Int)
  case detail(Int, LoadingAction<NoRequest, Movie, Never>)
}

struct AppReducer: Reducer {
  let movie: @Sendable (Int) async throws -> Movie

  var body: some Reducer<AppState, AppAction> {
    Scope(state: \.genres, action: .itself) { Reduce(genresReducer) }
    Reduce { state, action in
      if case .toggleFavourite(let id) = action { state.favourites.formSymmetricDifference([id]) }
      return .none
    }
    .loadable(each: \.details, action: .detail) { id, _ in try await movie(id) }
  }
}

func genresReducer(_ genres: inout [String], _ action: AppAction) -> Effect<AppAction> {
  if case .setGenres(let new) = action { genres = new }
  return .none
}

nonisolated extension CasePath<AppAction, (Int, LoadingAction<NoRequest, Movie, Never>)> {
  static let detail = Self(AppAction.detail) {
    if case .detail(let id, let action) = $0 { (id, action) } else { nil }
  }
}

struct FetchGenres: AsyncAction {
  let genres: @Sendable () async throws -> [String]

  func run(in store: ActionContext<AppState, AppAction>) async throws {
    guard store.state.genres.isEmpty else { return }
    store.send(.setGenres(try await genres()))
  }
}

protocol MoviesAction: Sendable {}

struct SetGenres: MoviesAction { let genres: [String] }
struct ToggleFavourite: MoviesAction { let id: Int }

let moviesReducer = Reduce<AppState, any MoviesAction> { state, action in
  switch action {
  case let action as SetGenres: state.genres = action.genres
  case let action as ToggleFavourite: state.favourites.formSymmetricDifference([action.id])
  default: break
  }
  return .none
}

extension AppState {
  var favouriteTitles: [String] { favourites.sorted().compactMap { details[$0].latest?.title } }
}

@Suite struct `Coming from Redux` {
  @Test(.needsImmediateTasks) func `a store reduces actions and runs thunks`() async {
    let printed = Log<String>()
    @Sendable func print(_ text: String) { printed.note(text) }
    let api = API()
    let log = Middleware<AppState, AppAction> { action, state, next in
      let before = state().genres
      next(action)
      print("\(action): \(before) -> \(state().genres)")
    }
    let store = Store(AppState(), middleware: [log]) { AppReducer(movie: api.movie) }

    store.send(.toggleFavourite(7))
    store.run(FetchGenres(genres: api.genres), id: "genres", overlap: .ignore)
    store.send(.detail(7, .loadIfNeeded))
    await store.send(.detail(7, .loadIfNeeded)).finish()
    #expect(store.state.genres == ["Drama"])
    #expect(store.state.favouriteTitles == ["Movie 7"])
    #expect(
      printed.entries.prefix(2) == [
        "toggleFavourite(7): [] -> []", #"setGenres(["Drama"]): [] -> ["Drama"]"#,
      ]
    )
  }

  @Test func `actions can be structs`() {
    let store = Store(AppState()) { moviesReducer }
    store.send(SetGenres(genres: ["Drama"]))
    store.send(ToggleFavourite(id: 7))
    #expect(store.state == AppState(genres: ["Drama"], favourites: [7]))
  }

  @Test func `a movie is drawn by its state`() async {
    let (store, id) = (Store(AppState()) { AppReducer { _ in throw NoAnswer() } }, 7)
    func line() -> String {
      store.state.details[id].render {
        ""
      } loading: { _, _ in
        "…"
      } failed: { _, failure in
        "\(failure.error.underlying)"
      } loaded: { movie in
        movie.title
      }
    }
    #expect(line().isEmpty)
    await store.send(.detail(7, .load)).finish()
    #expect(line() == "NoAnswer()")
  }

  @Test func `an error of an async action is published unchanged`() {
    marbles(on: MainActor.shared) { m in
      let answer = m.cold("--#", [String: [String]](), failure: NoAnswer())
      let store = m.keep(Store(AppState()) { AppReducer { _ in Movie(title: "") } })
      let shown = Log<String>()
      @Sendable func show(_ error: any Error) { shown.note("\(error)") }
      let subscription = store.failures.sinkOnMainActor { error in show(error) }
      m.keep(subscription)
      m.at(.zero) { store.run(FetchGenres { try await answer() }) }
      m.expect(reading: { shown.entries.count }, "0-1", ["0": 0, "1": 1])
    }
  }

  @Test func `a cancelled async action sends nothing`() {
    marbles { m in
      let answer = m.cold("--x|", ["x": ["Drama"]])
      let store = m.keep(Store(AppState()) { AppReducer { _ in Movie(title: "") } })
      let genres: @Sendable () async throws -> [String] = { try await answer() }
      m.at(.zero) {
        let fetching = store.run(FetchGenres(genres: genres))
        fetching.cancel()
      }
      m.at(.milliseconds(90)) { #expect(store.state == AppState()) }
      m.expectSubscriptions(answer, ["(^!)"])
    }
  }

  @MainActor @Test func `a selector is a scoped store`() async {
    let store = Store(AppState()) { AppReducer { Movie(title: "Movie \($0)") } }
    let titles = store.scope(state: \.favouriteTitles, action: .itself)
    let published = Log<[String]>()
    let subscription = titles.states.sink { published.note($0) }
    store.send(.toggleFavourite(7))
    store.send(.setGenres(["Drama"]))
    await store.send(.detail(7, .load)).finish()
    #expect(published.entries == [[], ["Movie 7"]])
    #expect(StoreModel(titles).state == ["Movie 7"])
    subscription.cancel()
  }

  @Test func `genres are fetched once`() {
    marbles { m in
      let answer = m.cold("--x|", ["x": ["Drama"]])
      let store = m.testStore(AppState()) { AppReducer { _ in Movie(title: "Heat") } }
      m.expectSubscriptions(answer, ["^-!"])
      store.run(FetchGenres { try await answer() })
      m.advance(by: .milliseconds(20))
      store.receive(.setGenres(["Drama"])) { $0.genres = ["Drama"] }
      store.run(FetchGenres { try await answer() })
    }
  }

  @Test func `every line of the article is compiled here`() throws {
    let code = try ArticleCode("ComingFromRedux", of: "ReactiveStore")
    #expect(code.blocks.count == 11)
    #expect(code.others == 3)
    #expect(try code.lines(missingIn: #filePath) == [])
  }
}

struct Movie: Sendable, Equatable {
  let title: String
}

private struct NoAnswer: Error {}

private struct API: Sendable {
  let genres: @Sendable () async throws -> [String] = { ["Drama"] }
  let movie: @Sendable (Int) async throws -> Movie = { Movie(title: "Movie \($0)") }
}
