/// The settled state of a key, independent of a loader.
@usableFromInline
enum KeptState<Value: Sendable, Failure: Error>: Sendable {
  case nothing
  /// A value and the time at which it becomes stale, `distantFuture` for never.
  case loaded(Value, staleAt: Duration)
  case failed(Failure, LoadCause, over: Value?)

  @inlinable var isNothing: Bool {
    if case .nothing = self { true } else { false }
  }

  /// The value or the previous value, fresh or stale.
  @inlinable var value: Value? {
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

  /// The facts about the state, without its values.
  var contents: KeyFacts.Contents {
    switch self {
    case .nothing: .nothing
    case .loaded(_, let staleAt): .value(staleAt: staleAt)
    case .failed: .failure
    }
  }

  /// Returns the state with a value that becomes stale at a time at the latest.
  func stale(noLaterThan moment: Duration) -> Self {
    guard case .loaded(let value, let staleAt) = self, moment < staleAt else { return self }
    return .loaded(value, staleAt: moment)
  }
}

// MARK: To and from a loader

extension KeptState {
  init<Key>(_ settled: SettledLoad<Key, Value, Failure>) {
    switch settled {
    case .notRequested: self = .nothing
    case .loaded(let shown, let staleAt):
      self = .loaded(shown.value, staleAt: staleAt ?? .distantFuture)
    case .failed(let error, _, let cause, let shown):
      self = .failed(error, cause, over: shown?.value)
    }
  }

  func settled<Key>(for key: Key) -> SettledLoad<Key, Value, Failure> {
    switch self {
    case .nothing: .notRequested
    case .loaded(let value, let staleAt):
      .loaded(
        ShownValue(value, of: key, asOf: 0),
        staleAt: staleAt == .distantFuture ? nil : staleAt
      )
    case .failed(let error, let cause, over: let value):
      .failed(error, of: key, cause, over: value.map { ShownValue($0, of: key, asOf: 0) })
    }
  }
}
