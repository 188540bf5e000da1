import ReactiveLoadable
import ReactiveResources

/// What a detail screen shows: one key of the shared cache.
typealias DetailModel = KeyedModel<LoaderCache<Movie.ID, MovieDetails, LoadError>>

/// The loaders and caches that all screens share; the app makes one.
final class MovieLibrary {
  let search: SearchModel
  let details: LoaderCache<Movie.ID, MovieDetails, LoadError>
  let posters: ResourceLoader<Poster>

  /// - Parameters:
  ///   - server: Answers the requests.
  ///   - store: Keeps the files of the posters across launches; `nil` for none.
  ///   - clock: The clock of all pauses and lifetimes.
  init(
    server: SampleServer,
    store: (any ResourceStore)?,
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    search = SearchModel(clock: clock, search: server.search)
    details = LoaderCache(
      policy: CachePolicy(
        loading: LoadPolicy(freshness: .lasting(.seconds(60)), clock: clock)
      ),
      server.details
    )
    posters = .posters(from: server, store: store, clock: clock)
  }
}
