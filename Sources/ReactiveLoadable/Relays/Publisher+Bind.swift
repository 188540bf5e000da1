public import OpenCombineShim

extension Publisher where Failure == Never {
  /// Puts every value of this publisher into a relay.
  ///
  /// Its end does not end the relay (R1).
  ///
  /// ```
  /// upstream   --1--2--|
  /// by hand    -----------3--
  /// relay      0-1--2-----3--
  /// ```
  ///
  /// - Parameter relay: The relay that accepts. The binding keeps it alive, as long as it lasts.
  /// - Returns: The binding, which ends when this is dropped.
  public func bind(to relay: some Relay<Output>) -> AnyCancellable {
    sink { relay.accept($0) }
  }
}

extension Publisher {
  /// Puts every value of this publisher into a relay, and its failure into `onFailure` (R1).
  ///
  /// ```
  /// upstream    --1--#
  /// onFailure   -----#
  /// by hand     --------2--
  /// relay       0-1-----2--
  /// ```
  ///
  /// - Parameters:
  ///   - relay: The relay that accepts. The binding keeps it alive, as long as it lasts.
  ///   - onFailure: Receives the failure, at most once, on the thread on which upstream fails.
  /// - Returns: The binding, which ends when this is dropped.
  public func bind(
    to relay: some Relay<Output>,
    onFailure: @escaping @Sendable (Failure) -> Void
  ) -> AnyCancellable {
    sink(
      receiveCompletion: { completion in
        if case .failure(let failure) = completion { onFailure(failure) }
      },
      receiveValue: { relay.accept($0) }
    )
  }
}
