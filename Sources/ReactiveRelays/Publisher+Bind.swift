public import CombineShim

extension Publisher where Failure == Never {
  /// Binds this publisher to one relay or several, which accept every value.
  ///
  /// The completion of this publisher does not end the relays. See
  /// <doc:RelayContract#R1-Accepting-never-fails>.
  ///
  /// ```
  /// upstream   --1--2--|
  /// accept     -----------3--
  /// relay      0-1--2-----3--
  /// ```
  ///
  /// Several relays share one subscription. They accept each value in the order of the arguments.
  ///
  /// - Parameters:
  ///   - relay: The relay that accepts, retained by the binding.
  ///   - others: Additional relays that accept the same values, after the first one.
  /// - Returns: The binding, which is cancelled when it is released.
  public func bind(
    to relay: some Relay<Output>,
    _ others: any Relay<Output>...
  ) -> AnyCancellable {
    sink(receiveValue: accepting(relay, others))
  }

  /// Binds this publisher to one relay of optional values or several, which accept every value.
  ///
  /// ```swift
  /// let selection = BehaviorRelay<Podcast?>(nil)
  /// let binding = taps.bind(to: selection)  // taps publishes Podcast
  /// ```
  ///
  /// - Parameters:
  ///   - relay: The relay that accepts, retained by the binding.
  ///   - others: Additional relays that accept the same values, after the first one.
  /// - Returns: The binding, which is cancelled when it is released.
  public func bind(
    to relay: some Relay<Output?>,
    _ others: any Relay<Output?>...
  ) -> AnyCancellable {
    sink(receiveValue: accepting(relay, others))
  }
}

extension Publisher {
  /// Binds the values of this publisher to relays, and its failure to a closure.
  ///
  /// Neither the failure nor the completion ends the relays. See
  /// <doc:RelayContract#R1-Accepting-never-fails>.
  ///
  /// ```
  /// upstream    --1--#
  /// onFailure   -----#
  /// accept      --------2--
  /// relay       0-1-----2--
  /// ```
  ///
  /// - Parameters:
  ///   - relay: The relay that accepts, retained by the binding.
  ///   - others: Additional relays that accept the same values, after the first one.
  ///   - onFailure: A closure that receives the failure, at most once, on the thread where the
  ///     upstream fails.
  /// - Returns: The binding, which is cancelled when it is released.
  public func bind(
    to relay: some Relay<Output>,
    _ others: any Relay<Output>...,
    onFailure: @escaping @Sendable (Failure) -> Void
  ) -> AnyCancellable {
    sink(receiveCompletion: failing(onFailure), receiveValue: accepting(relay, others))
  }

  /// Binds the values of this publisher to relays of optional values, and its failure to a closure.
  public func bind(
    to relay: some Relay<Output?>,
    _ others: any Relay<Output?>...,
    onFailure: @escaping @Sendable (Failure) -> Void
  ) -> AnyCancellable {
    sink(receiveCompletion: failing(onFailure), receiveValue: accepting(relay, others))
  }

  private func failing(
    _ onFailure: @escaping @Sendable (Failure) -> Void
  ) -> (Subscribers.Completion<Failure>) -> Void {
    { completion in
      if case .failure(let failure) = completion { onFailure(failure) }
    }
  }
}

/// Returns a closure that makes relays accept a value, in order.
private func accepting<Value>(
  _ relay: some Relay<Value>,
  _ others: [any Relay<Value>]
) -> (Value) -> Void {
  { value in
    relay.accept(value)
    for other in others { other.accept(value) }
  }
}
