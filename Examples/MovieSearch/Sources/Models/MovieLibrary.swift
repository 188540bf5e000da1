import ReactiveLoadable
import ReactiveResources

/// What a detail screen shows: one key of the shared cache.
typealias DetailModel = KeyedModel<ValueCache<Movie.ID, MovieDetails>>

/// The loaders and caches that all screens share; the app makes one.
final class MovieLibrary {
  let search: SearchModel
  let details: ValueCache<Movie.ID, MovieDetails>
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
