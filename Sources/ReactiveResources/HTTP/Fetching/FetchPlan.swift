import Foundation

/// The first step of a fetch, depending on the stored response.
enum FetchPlan: Hashable {
  /// Returns the stored response, without a request.
  case answer(KeptResource, isStale: Bool)
  /// Sends a conditional request.
  case revalidate(KeptResource)
  /// Sends a plain request.
  case load
  /// Fails, since no stored response is usable and no request is allowed.
  case giveUp

  init(
    _ use: RequestCachePolicy,
    kept: KeptResource?,
    at date: Date,
    heuristics: HeuristicFreshness
  ) {
    let isDoubtful = kept?.isDoubtful ?? false
    let isFresh = !isDoubtful && kept?.stored.isFresh(at: date, heuristics: heuristics) ?? false
    switch (use, kept) {
    case (.reloadIgnoringStore, _), (.standard, nil), (.reload, nil): self = .load
    case (.standard, let kept?): self = isFresh ? .answer(kept, isStale: false) : .revalidate(kept)
    case (.reload, let kept?): self = .revalidate(kept)
    case (.onlyFromStore, nil): self = .giveUp
    case (.onlyFromStore, let kept?):
      let mayBeUsed = isFresh || !isDoubtful && kept.stored.allowsStale
      self = mayBeUsed ? .answer(kept, isStale: !isFresh) : .giveUp
    }
  }
}
