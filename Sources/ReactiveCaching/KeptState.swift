import ReactiveLoading

/// The settled state of a key, independent of a loader.
enum KeptState<Value: Sendable, Failure: Error>: Sendable {
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
  init(_ snapshot: LoadSnapshot) {
    let value: Box<Value>? = snapshot.slots.value?.value.assumed(of: Value.self)
    let failure: Box<Failure>? = snapshot.slots.failure?.failure.assumed(of: Failure.self)
    switch (snapshot.core.settled, value, failure) {
    case (.loaded(_, let staleAt), let value?, _):
      self = .loaded(value.value, staleAt: staleAt ?? .distantFuture)
    case (.failed(let cause, _), let value, let failure?):
      self = .failed(failure.value, cause, over: value?.value)
    case (.notRequested, _, _), (.loaded, nil, _), (.failed, _, nil): self = .nothing
    }
  }

  /// Returns the state of a loader that starts from this state.
  func machine<Key: Hashable & Sendable>(for key: Key, _ rules: LoadPolicy.Resolved) -> LoadMachine
  {
    switch self {
    case .nothing: LoadMachine(rules)
    case .loaded(let value, let staleAt):
      LoadMachine(
        rules,
        Box(value),
        of: Box(key),
        staleAt: staleAt == .distantFuture ? nil : staleAt
      )
    case .failed(let error, let cause, over: let value):
      LoadMachine(rules, Box(error), of: Box(key), cause, over: value.map { Box($0) })
    }
  }
}
