import ReactiveLoadable

/// Every combination that three flags pass through, the half-updated ones included.
@MainActor
final class RawFlags<Value: Sendable & Equatable, Failure: Error & Equatable> {
  private let relay: BehaviorRelay<LoadFlags<Value, Failure>>
  private var bindings: [AnyCancellable] = []

  /// The combination as it is now, and after every change of a flag.
  var combinations: ReadOnlyRelay<LoadFlags<Value, Failure>> { relay.readOnly }

  init(
    value: BehaviorRelay<Value?>,
    isLoading: BehaviorRelay<Bool>,
    error: BehaviorRelay<Failure?>
  ) {
    let relay = BehaviorRelay(
      LoadFlags(value: value.value, isLoading: isLoading.value, error: error.value)
    )
    self.relay = relay
    bindings = [
      value.dropFirst().sink { relay.change(to: relay.value.with(value: $0)) },
      isLoading.dropFirst().sink { relay.change(to: relay.value.with(isLoading: $0)) },
      error.dropFirst().sink { relay.change(to: relay.value.with(error: $0)) },
    ]
  }
}

extension LoadFlags {
  /// The number of the combination from 1 to 8: one, and 1 for a value, 2 for loading, 4 for an
  /// error.
  var number: Int {
    1 + (value == nil ? 0 : 1) + (isLoading ? 2 : 0) + (error == nil ? 0 : 4)
  }

  /// What the screen shows that cannot be so; nil for a combination that stands for a state.
  ///
  /// - Parameter isFirst: Whether nothing has been asked for yet, so that nothing is right to show.
  /// - Returns: What a user would see, or nil.
  func contradiction(isFirst: Bool) -> String? {
    switch (value != nil, isLoading, error != nil) {
    case (false, false, false): isFirst ? nil : "an empty screen between two states"
    case (false, true, true): "a spinner over an error"
    case (true, true, true): "a spinner over an error and rows"
    case (true, false, true): isValueNewer ? "an error beside a fresh value" : nil
    case (true, false, false), (false, true, false), (true, true, false), (false, false, true): nil
    }
  }
}

extension LoadFlags {
  fileprivate func with(value: Value?) -> Self {
    LoadFlags(value: value, isLoading: isLoading, error: error, isValueNewer: error != nil)
  }

  fileprivate func with(isLoading: Bool) -> Self {
    var flags = self
    flags.isLoading = isLoading
    return flags
  }

  fileprivate func with(error: Failure?) -> Self {
    LoadFlags(value: value, isLoading: isLoading, error: error)
  }
}

extension BehaviorRelay where Output: Equatable {
  /// Accepts a value unless it is the current one.
  fileprivate func change(to value: Output) {
    if value != self.value { accept(value) }
  }
}
