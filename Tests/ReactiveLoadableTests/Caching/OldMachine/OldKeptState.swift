@testable import ReactiveLoadable

/// The cached state of a key, independent of a loader.

enum OldKeptState<Value: Sendable, Failure: Error>: Sendable {
  case nothing
  /// A value and the time at which it becomes stale, `distantFuture` for never.
  case loaded(Value, staleAt: Duration)
  case failed(Failure, LoadCause, over: Value?)

  var isNothing: Bool {
    if case .nothing = self { true } else { false }
  }

  /// The value or the previous value, fresh or stale.
  var value: Value? {
    switch self {
    case .nothing: nil
    case .loaded(let value, _): value
    case .failed(_, _, over: let value): value
    }
  }

  var state: Loadable<Value, Failure> {
    switch self {
    case .nothing: .notRequested
    case .loaded(let value, _): .loaded(value)
    case .failed(let error, let cause, over: let value):
      .failed(Failed(error: error, previous: value, cause: cause))
    }
  }

  /// The same state with a stale value.
  var stale: Self { stale(noLaterThan: .distantPast) }

  /// Returns the state with a value that becomes stale at a time at the latest, `nil` for never.
  func stale(noLaterThan moment: Duration?) -> Self {
    guard let moment, case .loaded(let value, let staleAt) = self else { return self }
    return .loaded(value, staleAt: min(staleAt, moment))
  }
}

