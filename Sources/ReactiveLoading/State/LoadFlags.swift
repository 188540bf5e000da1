/// The three flags of a view model that has no ``Loadable``: a value, `isLoading` and an error.
///
/// The flags have eight combinations, which collapse into the four states:
///
/// | value | loading | error | state |
/// |---|---|---|---|
/// | – | – | – | not requested |
/// | ✓ | – | – | loaded |
/// | – | ✓ | – | loading |
/// | ✓ | ✓ | – | loading, with the previous value |
/// | – | – | ✓ | failed |
/// | ✓ | – | ✓ | failed, with the previous value; loaded if the value is newer |
/// | – | ✓ | ✓ | loading: a new load replaces the error |
/// | ✓ | ✓ | ✓ | loading, with the previous value |
///
/// Flags do not contain the cause of a load: with a value it is a refresh, without one a plain
/// load.
public struct LoadFlags<Value, Failure: Error> {
  /// The value; `nil` for none.
  public var value: Value?

  /// A Boolean value that indicates whether a load runs.
  public var isLoading: Bool

  /// The error; `nil` for none.
  public var error: Failure?

  /// A Boolean value that indicates whether the value is newer than the error, and replaces it.
  public var isValueNewer: Bool

  /// Creates flags, by default those of a screen that has requested nothing.
  public init(
    value: Value? = nil,
    isLoading: Bool = false,
    error: Failure? = nil,
    isValueNewer: Bool = false
  ) {
    self.value = value
    self.isLoading = isLoading
    self.error = error
    self.isValueNewer = isValueNewer
  }
}

extension Loadable {
  /// Creates the state that corresponds to three flags, by the table of ``LoadFlags``.
  ///
  /// Every combination has a state, and every state corresponds to some combination.
  ///
  /// - Parameter flags: Any of the eight combinations.
  public init(_ flags: LoadFlags<Value, Failure>) {
    let cause: LoadCause = flags.value == nil ? .load : .refresh
    switch (flags.isLoading, flags.error, flags.value) {
    case (true, _, let value): self = .loading(previous: value, cause: cause)
    case (false, nil, let value?): self = .loaded(value)
    case (false, nil, nil): self = .notRequested
    case (false, _?, let value?) where flags.isValueNewer: self = .loaded(value)
    case (false, let error?, let value): self = .failed(error, previous: value, cause: cause)
    }
  }

  /// The flags that correspond to this state.
  ///
  /// A state created from these flags is the same except for cause, attempt, progress and last
  /// error. A second conversion changes nothing.
  public var flags: LoadFlags<Value, Failure> {
    LoadFlags(value: latest, isLoading: isLoading, error: error)
  }
}

extension LoadFlags: Sendable where Value: Sendable {}
extension LoadFlags: Equatable where Value: Equatable, Failure: Equatable {}
extension LoadFlags: Hashable where Value: Hashable, Failure: Hashable {}
