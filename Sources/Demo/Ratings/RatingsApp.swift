import Foundation
import ReactiveLoadable
import ReactiveResources

// An app of five screens: sign in, a list with search, details, favorites and activity.

extension LoadTag {
  /// The lists that a rating changes.
  static let lists: Self = "lists"
  static let movies: Self = "movies"
  static func movie(_ id: RatedMovie.ID) -> Self { [Self.movies, id] }
}

/// The loads of the app, which all screens share: one object, which is passed to them.
final class RatingsApp: Sendable {
  let session: Session
  let list: PagedLoader<String, Int, RatedMovie, LoadError>
  let details: ValueCache<RatedMovie.ID, RatedMovie>
  let favorites: ValueLoader<RatedMovies>
  let activity: ValueLoader<RatedMovies>
  let rate: Mutation<Rating, Rating, LoadError>
  let scope = LoadScope()

  init(at url: URL, over transport: some ResourceTransport = URLSessionTransport.shared) {
    session = Session(RatingsAPI(at: url, over: transport))
    let authorized = AuthorizedTransport(
      transport,
      origins: [url],
      credentials: session.credentials
    )
    let api = RatingsAPI(at: url, over: authorized)
    list = PagedLoader(api.movies)
    details = LoaderCache(api.movie)
    favorites = Loader(api.favorites)
    activity = Loader(api.activity)
    rate = Mutation(api.rate)
    scope.add(session.credentials)
    scope.add(session.signIn)
    scope.add(list, tag: .lists)
    scope.add(details, tag: .movies)
    scope.add(favorites, tag: .lists)
    scope.add(activity, tag: .lists)
    scope.add(rate) { [.movie($0.movie), .lists] }
  }

  /// Cancels all work of the user and removes all values.
  func signOut() async throws { try await scope.reset() }
}

/// The models of the screens, as views hold them; the next user has new ones.
@MainActor
final class RatingsScreens {
  let searchText = BehaviorRelay("")
  let list: PagedModel<String, Int, RatedMovie>
  let detail: KeyedModel<ValueCache<RatedMovie.ID, RatedMovie>>
  let favorites: ValueModel<RatedMovies>
  let activity: ValueModel<RatedMovies>

  init(_ app: RatingsApp) {
    list = PagedModel(app.list)
    app.list.search(on: searchText)
    detail = KeyedModel(app.details)
    favorites = LoaderModel(app.favorites)
    activity = LoaderModel(app.activity)
  }
}
