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
  /// There was nothing to do, so nothing was started; the table of ``Loader`` says when.
  case notNeeded
  /// The waiting task was cancelled and waits no more; the load itself goes on.
  case abandoned
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
