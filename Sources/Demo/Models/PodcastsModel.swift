import ReactiveLoadable

/// The podcast list with one loader: one state, and a tap while it loads joins the request.
@MainActor
final class PodcastsModel {
  private let podcasts: Loader<NoRequest, [Podcast], APIError>

  /// What the screen draws.
  var states: ReadOnlyRelay<Loadable<[Podcast], APIError>> { podcasts.states }

  init(
    policy: LoadPolicy = .api,
    fetch: @escaping @Sendable () async throws(APIError) -> [Podcast]
  ) {
    podcasts = Loader(policy: policy, fetch)
  }

  /// Loads, and again on every tap; the rows stay meanwhile.
  @discardableResult
  func load() -> LoadTask<[Podcast], APIError> { podcasts.load() }

  /// Tries again what has failed.
  func retry() { podcasts.retry() }
}
