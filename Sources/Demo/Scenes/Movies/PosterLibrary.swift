import Foundation
import ReactiveLoadable
import ReactiveResources

/// The shared loader of all rows: each poster is fetched once, and cached in memory and on disk.
struct PosterLibrary: Sendable {
  /// The number of cached posters in memory without a row.
  static let count = 16
  static let limit = 2
  /// The time until a load without a row is cancelled.
  static let grace = Duration.seconds(10)
  let disk: DiskCache
  let fetcher: ResourceFetcher
  let loader: ResourceLoader<Poster>
  let activity = LoadActivity()

  init(in folder: URL, of api: API, clock: any Clock<Duration>) throws(DiskCacheError) {
    disk = try DiskCache(folder: folder)
    fetcher = ResourceFetcher(store: disk, transport: URLSessionTransport.shared)
    let policy = ResourcePolicy<Poster>.rows(activity, clock: clock)
    loader = ResourceLoader(fetcher, policy: policy) { key in
      api.posterRequest(key)
    } decode: { file, _ in
      try Poster(file)
    }
  }

  func close() async { await disk.close() }
}

extension ResourcePolicy {
  fileprivate static func rows(_ activity: LoadActivity, clock: any Clock<Duration>) -> Self {
    let loading = LoadPolicy(
      retry: .ofBrokenDownloads,
      queue: LoadQueue(limit: PosterLibrary.limit, order: .newestFirst),
      activity: activity,
      clock: clock
    )
    return Self(
      cache: CachePolicy(count: PosterLibrary.count, grace: PosterLibrary.grace, load: loading),
      bytes: 0
    )
  }
}

extension RetryPolicy {
  fileprivate static let ofBrokenDownloads = RetryPolicy(limit: 1) { error in
    switch error as? ResourceError {
    case .incomplete, .transport: true
    case _: false
    }
  } delay: { _, _ in
    .zero
  }
}
