/// The three flags of a view model that has no ``Loadable``: a value, `isLoading` and an error.
///
/// They have eight combinations, which collapse onto the four states:
///
/// | value | loading | error | state |
/// |---|---|---|---|
/// | – | – | – | not requested |
/// | ✓ | – | – | loaded |
/// | – | ✓ | – | loading |
/// | ✓ | ✓ | – | loading, with the previous value |
/// | – | – | ✓ | failed |
/// | ✓ | – | ✓ | failed, with the previous value; loaded if the value is newer |
/// | – | ✓ | ✓ | loading: a new load has replaced the error |
/// | ✓ | ✓ | ✓ | loading, with the previous value |
///
/// Flags do not say why a load runs: one over a value counts as a refresh, one without as a load.
public struct LoadFlags<Value, Failure: Error> {
  /// The value, if there is one.
  public var value: Value?

  /// Whether something loads.
  public var isLoading: Bool

  /// The error, if there is one.
  public var error: Failure?

  /// Whether the value came after the error, which it then replaces.
  public var valueIsNewer: Bool

  /// Creates flags, by default those of a screen that has asked for nothing.
  ///
  /// - Parameters:
  ///   - value: The value, if there is one.
  ///   - isLoading: Whether something loads.
  ///   - error: The error, if there is one.
  ///   - valueIsNewer: Whether the value came after the error, by default not.
  public init(
    value: Value? = nil,
    isLoading: Bool = false,
    error: Failure? = nil,
    valueIsNewer: Bool = false
  ) {
    self.value = value
    self.isLoading = isLoading
    self.error = error
    self.valueIsNewer = valueIsNewer
  }
}

extension Loadable {
  /// Collapses three flags onto the four states, by the table of ``LoadFlags``.
  ///
  /// Every combination has a state, and every state comes from some combination.
  ///
  /// - Parameter flags: Any of the eight combinations.
  public init(_ flags: LoadFlags<Value, Failure>) {
    let cause: LoadCause = flags.value == nil ? .load : .refresh
    switch (flags.isLoading, flags.error, flags.value) {
    case (true, _, let value): self = .loading(previous: value, cause: cause)
    case (false, nil, let value?): self = .loaded(value)
    case (false, nil, nil): self = .notRequested
    case (false, _?, let value?) where flags.valueIsNewer: self = .loaded(value)
    case (false, let error?, let value): self = .failed(error, previous: value, cause: cause)
    }
  }

  /// The flags that collapse onto this state, up to what flags cannot say.
  ///
  /// Collapsing them gives the same state but for cause, attempt and progress, and collapsing
  /// again changes nothing any more.
  public var flags: LoadFlags<Value, Failure> {
    LoadFlags(value: latest, isLoading: isLoading, error: error)
  }
}

extension LoadFlags: Sendable where Value: Sendable {}
extension LoadFlags: Equatable where Value: Equatable, Failure: Equatable {}
extension LoadFlags: Hashable where Value: Hashable, Failure: Hashable {}
