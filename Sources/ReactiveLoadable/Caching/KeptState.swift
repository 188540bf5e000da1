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
  /// The settled state of a loader.
  init<Key>(_ settled: LoadCore.Settled, _ slots: LoadSlots<Key, Value, Failure>) {
    switch settled {
    case .notRequested: self = .nothing
    case .loaded(_, let staleAt):
      self =
        slots.value.map { .loaded($0.value.value, staleAt: staleAt ?? .distantFuture) } ?? .nothing
    case .failed(let cause, _):
      let previous = slots.value?.value.value
      self =
        slots.failure.map { .failed($0.failure.value, cause, over: previous) } ?? .nothing
    }
  }

  /// Returns the state of a loader that starts from this state.
  func machine<Key>(
    for key: Key,
    _ rules: LoadPolicy.Rules
  ) -> LoadMachine<Key, Value, Failure> {
    switch self {
    case .nothing: LoadMachine(rules)
    case .loaded(let value, let staleAt):
      LoadMachine(
        rules,
        value,
        of: Box(key),
        staleAt: staleAt == .distantFuture ? nil : staleAt
      )
    case .failed(let error, let cause, over: let value):
      LoadMachine(rules, error, of: key, cause, over: value)
    }
  }
}
