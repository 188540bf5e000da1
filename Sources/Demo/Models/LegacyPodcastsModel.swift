import ReactiveLoadable

/// The podcast list as it was written before: three flags, each set where it seemed right.
///
/// It is here to be looked at, not to be copied: between any two lines of `load` the flags show
/// something that is not so. ``PodcastsModel`` is the same screen with one loader.
@MainActor
final class LegacyPodcastsModel {
  let podcasts = BehaviorRelay<[Podcast]?>(nil)
  let isLoading = BehaviorRelay(false)
  let error = BehaviorRelay<APIError?>(nil)

  private let fetch: @Sendable () async throws(APIError) -> [Podcast]

  init(fetch: @escaping @Sendable () async throws(APIError) -> [Podcast]) {
    self.fetch = fetch
  }

  func load() {
    isLoading.accept(true)
    Task {
      do throws(APIError) {
        let podcasts = try await fetch()
        isLoading.accept(false)
        self.podcasts.accept(podcasts)
        error.accept(nil)
      } catch {
        isLoading.accept(false)
        self.error.accept(error)
      }
    }
  }
}
