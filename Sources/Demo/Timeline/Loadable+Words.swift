import ReactiveLoadable

extension Loadable {
  /// The name of the case.
  var phase: String {
    switch self {
    case .notRequested: "notRequested"
    case .loading: "loading"
    case .loaded: "loaded"
    case .failed: "failed"
    }
  }

  /// The cause of the load that runs or has failed.
  var cause: LoadCause? {
    switch self {
    case .notRequested, .loaded: nil
    case .loading(let loading): loading.cause
    case .failed(let failed): failed.cause
    }
  }

  /// The number of the running attempt, from 1; 0 if none runs.
  var attempt: Int { if case .loading(let loading) = self { loading.attempt + 1 } else { 0 } }

  /// The state in a word or two.
  var words: String {
    switch self {
    case .notRequested: "not requested"
    case .loading(let loading): loading.previous == nil ? "loading" : "refreshing"
    case .loaded: "loaded"
    case .failed: "failed"
    }
  }
}
