import ReactiveLoadable
import ReactiveResources

/// The model of a detail screen: it shows one key of the shared cache.
typealias DetailModel = KeyedModel<ValueCache<Movie.ID, MovieDetails>>

/// The loaders and caches of the app, shared by all screens.
final class MovieLibrary {
  let search: SearchModel
  let details: ValueCache<Movie.ID, MovieDetails>
  let posters: ResourceLoader<Poster>

  /// - Parameters:
  ///   - server: The server of all requests.
  ///   - store: The store of the poster files across launches; `nil` for none.
  ///   - clock: The clock of debouncing and freshness.
  init(
    server: SampleServer,
    store: (any ResourceStore)?,
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    search = SearchModel(clock: clock, search: server.search)
    details = LoaderCache(
      policy: CachePolicy(
        load: LoadPolicy(freshness: .lasting(.seconds(60)), clock: clock)
      ),
      server.details
    )
    posters = .posters(from: server, store: store, clock: clock)
  }
}
