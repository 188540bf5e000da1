import Foundation
import ReactiveLoadable
import ReactiveResources

/// What all rows load their posters from: each is fetched once, and kept in memory and in a folder.
struct PosterLibrary: Sendable {
  /// How many posters are kept in memory that no row shows.
  static let count = 16
  /// How many loads run at once.
  static let limit = 2
  /// How long a load goes on whose row has flown by.
  static let grace = Duration.seconds(10)

  let disk: DiskCache
  let fetcher: ResourceFetcher
  let loader: ResourceLoader<Poster>
  /// Counts the loads that run.
  let activity = LoadActivity()

  /// Opens the folder, which no other library may have at the time.
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

  /// Lets go of the folder.
  func close() async { await disk.close() }
}

extension ResourcePolicy {
  /// For rows that fly by: few loads at once, first of those that appeared last.
  ///
  /// Bodies are not kept beside the posters, which have them.
  fileprivate static func rows(_ activity: LoadActivity, clock: any Clock<Duration>) -> Self {
    let loading = LoadPolicy(
      retry: .ofBrokenDownloads,
      queue: LoadQueue(limit: PosterLibrary.limit, order: .newestFirst),
      activity: activity,
      clock: clock
    )
    return Self(
      cache: CachePolicy(
        count: PosterLibrary.count,
        grace: PosterLibrary.grace,
        loading: loading
      ),
      bytes: 0
    )
  }
}

extension RetryPolicy {
  /// A download that broke off goes on at once; a server that refused waits for a tap.
  fileprivate static let ofBrokenDownloads = RetryPolicy(limit: 1) { error in
    switch error as? ResourceError {
    case .incomplete, .transport: true
    case .cancelled, .status, .tooLarge, .notStored, .redirect, nil: false
    }
  } delay: { _ in
    .zero
  }
}
