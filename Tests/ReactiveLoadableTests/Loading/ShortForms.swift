@testable import ReactiveLoadable

// How the table of the machine writes its cells.

extension Loadable<String, SampleError> {
  var shortForm: String {
    switch self {
    case .notRequested: "n"
    case .loading(let loading):
      "l" + Self.brackets(loading.previous, loading.cause == .load ? nil : loading.cause)
    case .loaded(let value): value
    case .failed(let failed):
      "#" + Self.brackets(failed.previous, failed.cause == .load ? nil : failed.cause)
    }
  }

  private static func brackets(_ previous: String?, _ cause: LoadCause?) -> String {
    if previous == nil, cause == nil { return "" }
    return "(" + (previous ?? "") + (cause.map { "/\($0)" } ?? "") + ")"
  }
}

extension LoadStateMachine<String, String, SampleError>.Action {
  var shortForm: String {
    switch self {
    case .none: "· nothing"
    case .silent: "· silent"
    case .notNeeded: "· not needed"
    case .join: "· join"
    case .publish: "· publish"
    case .start(let attempt): "· start \(attempt.request)"
    case .replace(let attempt): "· replace by \(attempt.request)"
    case .end(.loaded(let value)): "· end loaded \(value)"
    case .wait(_, let retry): "· wait for retry \(retry)"
    case .attempt: "· attempt"
    case .end(.failed(let error)): "· end failed \(error)"
    case .end(let outcome): "· end \(outcome)"
    }
  }
}
