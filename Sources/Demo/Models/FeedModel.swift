import ReactiveLoadable

/// A podcast feed from wherever it is named; one that cannot be read is a failed state.
@MainActor
final class FeedModel {
  private let feed: Loader<FeedSource, Feed, FeedError>

  /// What the screen draws.
  var states: ReadOnlyRelay<Loadable<Feed, FeedError>> { feed.states }

  init(fetch: @escaping @Sendable (FeedSource) async throws(FeedError) -> Feed) {
    feed = Loader(policy: .api, fetch)
  }

  /// Loads the feed and returns when it is there, or is not to be had.
  @discardableResult
  func open(_ source: FeedSource) async -> LoadOutcome<Feed, FeedError> {
    await feed.load(source).outcome()
  }
}
