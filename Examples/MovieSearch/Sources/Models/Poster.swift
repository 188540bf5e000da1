import Foundation
import ReactiveLoadable
import ReactiveResources

/// A poster: here a color and a symbol.
///
/// In an app with pictures, `decode` below decodes an image.
nonisolated struct Poster: Codable, Hashable, Sendable {
  let hue: Double
  let symbol: String
}

/// The model of the poster in a row: it shows the poster of one movie at a time.
typealias PosterRow = KeyedModel<ResourceLoader<Poster>>

nonisolated extension ResourceLoader where Value == Poster {
  /// Creates a loader that fetches each poster once and caches it in memory and on disk.
  static func posters(
    from server: some ResourceTransport,
    store: (any ResourceStore)?,
    clock: any Clock<Duration>
  ) -> ResourceLoader {
    let queue = LoadQueue(limit: 4, order: .newestFirst)
    let cache = CachePolicy<Resource<Poster>>(
      count: 200,
      load: LoadPolicy(queue: queue, clock: clock)
    )
    return ResourceLoader(
      ResourceFetcher(store: store, transport: server),
      policy: ResourcePolicy(cache: cache)
    ) { key in
      ResourceRequest(SampleServer.url(of: key.path))
    } decode: { file, _ in
      try JSONDecoder().decode(Poster.self, from: file)
    }
  }
}
