import ReactiveLoading

/// The settled state of a key, independent of a loader.
enum CachedState<Value: Sendable, Failure: Error>: Sendable {
  case empty
  /// A value and the time at which it becomes stale, `distantFuture` for never.
  case loaded(Value, staleAt: Duration)
  case failed(Failure, LoadCause, over: Value?)

  var isEmpty: Bool {
    if case .empty = self { true } else { false }
  }

  /// The value or the previous value, fresh or stale.
  var value: Value? {
    switch self {
    case .empty: nil
    case .loaded(let value, _): value
    case .failed(_, _, over: let value): value
    }
  }

  var state: Loadable<Value, Failure> {
    switch self {
    case .empty: .notRequested
    case .loaded(let value, _): .loaded(value)
    case .failed(let error, let cause, over: let value):
      .failed(Failed(error: error, previous: value, cause: cause))
    }
  }

  /// The kind of the state, for the core.
  var contents: CacheEntryCore.Contents {
    switch self {
    case .empty: .empty
    case .loaded(_, let staleAt): .value(staleAt: staleAt)
    case .failed: .failure
    }
  }

  /// Returns the state with a value that becomes stale at a time at the latest.
  func stale(noLaterThan time: Duration) -> Self {
    guard case .loaded(let value, let staleAt) = self, time < staleAt else { return self }
    return .loaded(value, staleAt: time)
  }
}

// MARK: To and from a loader

extension CachedState {
  /// The settled state of a loader.
  init(_ snapshot: LoadSnapshot) {
    let value: Box<Value>? = snapshot.slots.value?.value.assumed(of: Value.self)
    let failure: Box<Failure>? = snapshot.slots.failure?.failure.assumed(of: Failure.self)
    switch (snapshot.core.settled, value, failure) {
    case (.loaded(_, let staleAt), let value?, _):
      self = .loaded(value.value, staleAt: staleAt ?? .distantFuture)
    case (.failed(let cause, _), let value, let failure?):
      self = .failed(failure.value, cause, over: value?.value)
    case (.notRequested, _, _), (.loaded, nil, _), (.failed, _, nil): self = .empty
    }
  }

  /// Returns the state of a loader that starts from this state.
  func machine<Key: Hashable & Sendable>(for key: Key, _ rules: LoadPolicy.Resolved) -> LoadMachine
  {
    switch self {
    case .empty: LoadMachine(rules)
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
