import ReactiveLoadable

/// How a state is drawn in a marble line, and what the legend says of it.
struct StateMark: Hashable, Sendable {
  /// What a mark does that follows one with its symbol.
  enum Repetition: Hashable, Sendable {
    /// It is drawn: the same state came again.
    case drawn
    /// It is left out, as one of many reports of progress.
    case omitted
  }

  var symbol: String
  var meaning: String
  var repetition: Repetition

  init(_ symbol: String, _ meaning: String, _ repetition: Repetition = .drawn) {
    (self.symbol, self.meaning, self.repetition) = (symbol, meaning, repetition)
  }
}

extension Loadable {
  /// The mark of a state; the scene says how a loaded value is drawn.
  ///
  /// A retry is its number. Progress is drawn when another quarter is done.
  func mark(_ loaded: (Value) -> StateMark = { _ in StateMark("d", "loaded") }) -> StateMark {
    switch self {
    case .notRequested: StateMark("n", "not requested")
    case .loading(let loading): loading.mark
    case .loaded(let value): loaded(value)
    case .failed(let failed) where failed.previous == nil: StateMark("f", "failed")
    case .failed: StateMark("F", "failed, old value kept")
    }
  }
}

extension Loading {
  fileprivate var mark: StateMark {
    var mark = progress?.quarter ?? phase
    if progress != nil { mark.repetition = .omitted }
    return mark
  }

  private var phase: StateMark {
    if attempt > 0 { return StateMark(String(attempt), "retry \(attempt)") }
    return previous == nil
      ? StateMark("l", "loading") : StateMark("r", "loading, old value kept")
  }
}

extension LoadProgress {
  /// The mark of the last quarter that is done; nil before the first, and for what has no end.
  fileprivate var quarter: StateMark? {
    switch fraction ?? 0 {
    case ..<0.25: nil
    case ..<0.5: StateMark("¼", "a quarter done")
    case ..<0.75: StateMark("½", "half done")
    default: StateMark("¾", "three quarters done")
    }
  }
}
