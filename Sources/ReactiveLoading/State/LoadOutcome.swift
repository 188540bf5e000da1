import ReactiveRelays

/// The outcome of a load for a task that waits for it.
public enum LoadOutcome<Value, Failure: Error> {
  /// The load returned a value, which is now the value of the loader.
  case loaded(Value)
  /// The load failed with an error, which is now the error of the loader.
  case failed(Failure)
  /// The load was cancelled: by a cancel or reset, the end of its loader, or a cancellation error.
  case cancelled
  /// Another load replaced the load.
  case replaced
  /// The call was skipped: it started and joined no load, for the given reason.
  case skipped(SkipReason)
  /// The waiting task was cancelled and stopped waiting; the load continues.
  case abandoned
}

/// The reason why a call was skipped: it started and joined no load.
public enum SkipReason: Hashable, Sendable, CaseIterable {
  /// The value is loaded and fresh, so `loadIfNeeded` starts nothing.
  case fresh
  /// Another load or write is in flight, and the policy ignores new ones.
  case busy
  /// Nothing has failed, so `retry` starts nothing.
  case noFailure
  /// No request was made yet, or since the last reset, so the call has nothing to load.
  case noRequest
  /// The list has no further page at this end.
  case endOfList
  /// The last page at this end of the list failed, and the policy waits for `retry` or for a delay.
  ///
  /// Also if the first page of the list failed, which only `retry` and a new load load again.
  case waitingForRetry
  /// The intent never loads, for instance `cancel` or `set`, or the loader was deallocated.
  case noLoad
}

extension LoadOutcome {
  /// The value that the load returned; `nil` for every other outcome.
  public var value: Value? {
    if case .loaded(let value) = self { value } else { nil }
  }

  /// The error of a failed load; `nil` for every other outcome.
  public var error: Failure? {
    if case .failed(let error) = self { error } else { nil }
  }
}

extension LoadOutcome: Sendable where Value: Sendable {}
extension LoadOutcome: Equatable where Value: Equatable, Failure: Equatable {}
extension LoadOutcome: Hashable where Value: Hashable, Failure: Hashable {}

extension LoadOutcome: CustomStringConvertible {
  /// The outcome on one line, with long values cut, as in `loaded(3)` and `skipped(fresh)`.
  public var description: String {
    switch self {
    case .loaded(let value): "loaded(\(shortText(value)))"
    case .failed(let error): "failed(\(shortText(error)))"
    case .cancelled: "cancelled"
    case .replaced: "replaced"
    case .skipped(let reason): "skipped(\(reason))"
    case .abandoned: "abandoned"
    }
  }
}
