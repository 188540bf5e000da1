public import CombineShim

extension Publisher where Failure == Never {
  /// Puts every value of this publisher into a relay, or into several.
  ///
  /// Its end does not end the relays (R1).
  ///
  /// ```
  /// upstream   --1--2--|
  /// by hand    -----------3--
  /// relay      0-1--2-----3--
  /// ```
  ///
  /// With several relays there is one subscription. Each value is accepted by the relays in the order
  /// in which they are listed.
  ///
  /// - Parameters:
  ///   - relay: The relay that accepts. The binding retains it for as long as the binding lasts.
  ///   - others: More relays that accept the same values, after the first one.
  /// - Returns: The binding, which ends when this is dropped.
  public func bind(
    to relay: some Relay<Output>,
    _ others: any Relay<Output>...
  ) -> AnyCancellable {
    sink(receiveValue: accepting(relay, others))
  }

  /// Puts every value of this publisher into a relay of optional values, or into several.
  ///
  /// ```swift
  /// let selection = BehaviorRelay<Podcast?>(nil)
  /// let binding = taps.bind(to: selection)  // taps publishes Podcast
  /// ```
  ///
  /// - Parameters:
  ///   - relay: The relay that accepts. The binding retains it for as long as the binding lasts.
  ///   - others: More relays that accept the same values, after the first one.
  /// - Returns: The binding, which ends when this is dropped.
  public func bind(
    to relay: some Relay<Output?>,
    _ others: any Relay<Output?>...
  ) -> AnyCancellable {
    sink(receiveValue: accepting(relay, others))
  }
}

extension Publisher {
  /// Puts every value of this publisher into relays, and its failure into `onFailure` (R1).
  ///
  /// ```
  /// upstream    --1--#
  /// onFailure   -----#
  /// by hand     --------2--
  /// relay       0-1-----2--
  /// ```
  ///
  /// - Parameters:
  ///   - relay: The relay that accepts. The binding retains it for as long as the binding lasts.
  ///   - others: More relays that accept the same values, after the first one.
  ///   - onFailure: Receives the failure, at most once, on the thread on which upstream fails.
  /// - Returns: The binding, which ends when this is dropped.
  public func bind(
    to relay: some Relay<Output>,
    _ others: any Relay<Output>...,
    onFailure: @escaping @Sendable (Failure) -> Void
  ) -> AnyCancellable {
    sink(receiveCompletion: failing(onFailure), receiveValue: accepting(relay, others))
  }

  /// Puts every value of this publisher into relays of optional values, and its failure into
  /// `onFailure` (R1).
  ///
  /// - Parameters:
  ///   - relay: The relay that accepts. The binding retains it for as long as the binding lasts.
  ///   - others: More relays that accept the same values, after the first one.
  ///   - onFailure: Receives the failure, at most once, on the thread on which upstream fails.
  /// - Returns: The binding, which ends when this is dropped.
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

/// Has relays accept a value, in order.
private func accepting<Value>(
  _ relay: some Relay<Value>,
  _ others: [any Relay<Value>]
) -> (Value) -> Void {
  { value in
    relay.accept(value)
    for other in others { other.accept(value) }
  }
}

private func accepting<Value>(
  _ relay: some Relay<Value?>,
  _ others: [any Relay<Value?>]
) -> (Value) -> Void {
  { value in
    relay.accept(value)
    for other in others { other.accept(value) }
  }
}
