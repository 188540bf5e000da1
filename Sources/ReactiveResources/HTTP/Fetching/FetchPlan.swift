import Foundation

/// What a fetch does first, given what is kept.
enum FetchPlan: Hashable {
  /// It answers with what is kept, and asks nobody.
  case answer(KeptResource, isStale: Bool)
  /// It asks whether what is kept is still right.
  case revalidate(KeptResource)
  /// It asks as if nothing were kept.
  case load
  /// It has nothing, and may ask nobody.
  case giveUp

  init(
    _ use: CacheUse,
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
