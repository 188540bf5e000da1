import ReactiveLoadable

@testable import ReactiveLoading

// The text of the cells of the machine's table.

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
    case .skip(let reason): "· skips: \(reason)"
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

// The events of a running load, in the form of tests.

extension LoadStateMachine.Event {
  typealias Ticket = UInt

  static func reported(_ ticket: Ticket, _ report: LoadReport<Value>) -> Self {
    .work(.reported(ticket, report))
  }
  static func succeeded(_ ticket: Ticket, _ value: Value) -> Self {
    .work(.succeeded(ticket, value))
  }
  static func failed(_ ticket: Ticket, _ error: Failure, mayRetry: Bool = false) -> Self {
    .work(.failed(ticket, error, mayRetry: mayRetry))
  }
  static func threwCancellation(_ ticket: Ticket) -> Self { .work(.threwCancellation(ticket)) }
  static func delayElapsed(_ ticket: Ticket) -> Self { .work(.delayElapsed(ticket)) }
  static func timedOut(_ load: Ticket, _ error: Failure?) -> Self { .work(.timedOut(load, error)) }
}
