/// How a load ended for those who wait for it.
public enum LoadOutcome<Value, Failure: Error> {
  /// It brought a value, which is now the loader's.
  case loaded(Value)
  /// It failed with an error, which is now the loader's.
  case failed(Failure)
  /// It was cancelled: by `cancel`, by a reset, by the end of its loader, or by its own work.
  case cancelled
  /// A load for another request took its place.
  case replaced
  /// The call started no load and joined none; the reason says why.
  case skipped(SkipReason)
  /// The waiting task was cancelled and waits no more; the load itself goes on.
  case abandoned
}

/// The reason why a call started no load.
public enum SkipReason: Hashable, Sendable, CaseIterable {
  /// The value is loaded and fresh, so `loadIfNeeded` starts nothing.
  case fresh
  /// Another load or write is in flight, and the policy ignores new ones.
  case busy
  /// Nothing has failed, so `retry` starts nothing.
  case noFailure
  /// Nothing has been requested yet, or since the last reset, so there is nothing to load again.
  case noRequest
  /// The list has no further page at this end.
  case endOfList
  /// The last page at this end of the list failed, and the policy waits for `retry` or for a delay.
  case waitingForRetry
  /// The intent never loads, as `cancel`, `reset` and `set`, or the loader has been released.
  case noLoad
}

extension LoadOutcome {
  /// The value that the load brought; `nil` for every other outcome.
  public var value: Value? {
    if case .loaded(let value) = self { value } else { nil }
  }

  /// The error that the load failed with; `nil` for every other outcome.
  public var error: Failure? {
    if case .failed(let error) = self { error } else { nil }
  }
}

extension LoadOutcome: Sendable where Value: Sendable {}
extension LoadOutcome: Equatable where Value: Equatable, Failure: Equatable {}
extension LoadOutcome: Hashable where Value: Hashable, Failure: Hashable {}
