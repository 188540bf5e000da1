import ReactiveLoadable

/// How a state is drawn in a marble line, and what the legend says of it.
struct StateMark: Hashable, Sendable {
  var symbol: String
  var meaning: String

  init(_ symbol: String, _ meaning: String) {
    (self.symbol, self.meaning) = (symbol, meaning)
  }
}

extension Loadable {
  /// The mark of a state; the scene says how a loaded value is drawn.
  func mark(_ loaded: (Value) -> StateMark = { _ in StateMark("d", "loaded") }) -> StateMark {
    switch self {
    case .notRequested: StateMark("n", "not requested")
    case .loading(let loading) where loading.previous == nil: StateMark("l", "loading")
    case .loading: StateMark("r", "loading, old value kept")
    case .loaded(let value): loaded(value)
    case .failed(let failed) where failed.previous == nil: StateMark("f", "failed")
    case .failed: StateMark("F", "failed, old value kept")
    }
  }
}
