import Foundation

/// The first step of a fetch, depending on the stored response.
enum FetchPlan: Hashable {
  /// Returns the stored response, without a request.
  case serve(CachedResource, isStale: Bool)
  /// Sends a conditional request.
  case revalidate(CachedResource)
  /// Sends a plain request.
  case load
  /// Fails, since no stored response is usable and no request is allowed.
  case fail

  init(
    _ use: RequestCachePolicy,
    cached: CachedResource?,
    at date: Date,
    heuristics: HeuristicFreshness
  ) {
    let isInvalidated = cached?.isInvalidated ?? false
    let isFresh =
      !isInvalidated && cached?.stored.isFresh(at: date, heuristics: heuristics) ?? false
    switch (use, cached) {
    case (.reloadIgnoringStore, _), (.standard, nil), (.storeThenNetwork, nil), (.reload, nil):
      self = .load
    case (.standard, let cached?):
      self = isFresh ? .serve(cached, isStale: false) : .revalidate(cached)
    case (.storeThenNetwork, let cached?), (.reload, let cached?): self = .revalidate(cached)
    case (.onlyFromStore, nil): self = .fail
    case (.onlyFromStore, let cached?):
      let mayBeUsed = isFresh || !isInvalidated && cached.stored.allowsStale
      self = mayBeUsed ? .serve(cached, isStale: !isFresh) : .fail
    }
  }
}
