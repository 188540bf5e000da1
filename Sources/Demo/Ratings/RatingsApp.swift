import Foundation
import ReactiveLoadable
import ReactiveResources
import ReactiveTimeline

// An app of five screens: sign in, a list with search, details, favorites and activity.

extension LoadTag {
  /// The lists that a write changes.
  static let lists: Self = "lists"
  static let movies: Self = "movies"
  static func movie(_ id: RatedMovie.ID) -> Self { [Self.movies, id] }
  /// The facts of all movies, which contain rows of similar movies.
  static let facts: Self = "facts"
}

/// The loads of the app, which all screens share: one object, which is passed to them.
final class RatingsApp: Sendable {
  let session: Session
  let list: PagedLoader<String, Int, RatedMovie, LoadError>
  let details: ValueCache<RatedMovie.ID, RatedMovie>
  let facts: ValueCache<RatedMovie.ID, RatedMovieFacts>
  let posters: ValueCache<RatedMovie.ID, Data>
  let favorites: ValueLoader<RatedMovies>
  let activity: ValueLoader<RatedMovies>
  /// Shows each edit in all lists and details at once, and sends the edits of a movie in order.
  let write: Mutation<MovieEdit, RatedMovie, LoadError>
  let scope = LoadScope()

  init(
    _ source: RatingsSource,
    session: Session,
    freshness: Freshness = .forever,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.session = session
    let policy = { LoadPolicy(freshness: freshness, clock: clock, name: $0) }
    list = PagedLoader(policy: PagingPolicy(load: policy("movies")), source.movies)
    details = LoaderCache(policy: CachePolicy(load: policy("details")), source.movie)
    facts = LoaderCache(policy: CachePolicy(load: policy("facts")), source.facts)
    posters = LoaderCache(
      policy: CachePolicy(
        cost: .limit(500_000) { $0.count },
        load: LoadPolicy(clock: clock, name: "posters")
      ),
      source.poster
    )
    var retrying = policy("favorites")
    retrying.retry = .constant(.seconds(1), limit: 1)
    favorites = Loader(policy: retrying, source.favorites)
    activity = Loader(policy: policy("activity"), source.activity)
    write = Mutation(
      policy: MutationPolicy(name: "write"),
      order: .byKey { $0.movie.id },
      editing: [
        .list(list) { (edit: MovieEdit) in [.change(edit.movie.id) { $0.apply(edit.change) }] },
        .key(details, of: { $0.movie.id }) { edit, movie in movie.apply(edit.change) },
        .loader(favorites) { edit, favorites in favorites.applyToFavorites(edit) },
      ],
      write: source.write
    )
    scope.add(session.credentials)
    scope.add(session.signIn)
    scope.add(list, tag: .lists)
    scope.add(details, tag: .movies)
    scope.add(facts, tag: .facts)
    scope.add(posters)
    scope.add(favorites, tag: .lists)
    scope.add(activity, tag: .lists)
    scope.add(write) { [.movie($0.movie.id), .lists, .facts] }
  }

  /// Cancels all work of the user and removes all values.
  func signOut() async throws { try await scope.reset() }
}

extension RatingsApp {
  /// Creates the app of a server, with an optional recording of its calls.
  convenience init(
    at url: URL,
    over transport: some ResourceTransport = URLSessionTransport.shared,
    freshness: Freshness = .forever,
    clock: any Clock<Duration> = ContinuousClock(),
    recording: Timeline? = nil
  ) {
    let api = RatingsAPI(at: url, over: transport)
    let signIn = recording?.recording(api.signIn, as: "signIn") ?? api.signIn
    let session = Session(signIn: signIn, renew: api.renew)
    let authorized = AuthorizedTransport(
      transport,
      origins: [url],
      credentials: session.credentials
    )
    let source = RatingsSource(RatingsAPI(at: url, over: authorized))
    self.init(
      recording.map(source.recorded) ?? source,
      session: session,
      freshness: freshness,
      clock: clock
    )
  }
}

/// The models of the screens, as views hold them; the next user has new ones.
@MainActor
final class RatingsScreens {
  let searchText = BehaviorRelay("")
  let list: PagedModel<String, Int, RatedMovie>
  let detail: KeyedModel<ValueCache<RatedMovie.ID, RatedMovie>>
  let facts: KeyedModel<ValueCache<RatedMovie.ID, RatedMovieFacts>>
  let favorites: ValueModel<RatedMovies>
  let activity: ValueModel<RatedMovies>

  /// Creates the models; with a minimum length of zero an empty search shows all movies.
  init(_ app: RatingsApp, minimumLength: Int = 1, clock: any Clock<Duration> = ContinuousClock()) {
    list = PagedModel(app.list)
    app.list.search(on: searchText, minimumLength: minimumLength, clock: clock)
    detail = KeyedModel(app.details)
    facts = KeyedModel(app.facts)
    favorites = LoaderModel(app.favorites)
    activity = LoaderModel(app.activity)
  }
}

// MARK: Details

extension RatingsScreens {
  /// The row and the facts as one state: loaded when both are, failed when one is.
  var detailState: LoadState<(RatedMovie, RatedMovieFacts)> {
    Loadable.zip(detail.state, facts.state)
  }

  func open(_ id: RatedMovie.ID) {
    detail.show(id)
    facts.show(id)
  }

  func closeDetail() {
    detail.clear()
    facts.clear()
  }

  func cancelDetail() {
    detail.disappear()
    facts.disappear()
  }

  func refreshDetail() {
    detail.interest?.refresh()
    facts.interest?.refresh()
  }

  func retryDetail() {
    guard let id = detail.key ?? facts.key else { return }
    open(id)
    detail.retry()
    facts.retry()
  }
}
