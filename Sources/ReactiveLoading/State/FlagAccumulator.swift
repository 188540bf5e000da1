import ReactiveRelays

/// An accumulator of the changes of three flags, in the order in which they are received.
///
/// A merge of several streams preserves no order between them, so one lock defines the order where
/// a change is received. The streams only signal that changes have passed through them: a state is
/// settled when no change has followed the last received one for the quiet time.
final class FlagAccumulator<Value: Sendable, Failure: Error>: Sendable {
  private let state = Lock(FlagAccumulatorState<Value, Failure>())

  func receive(value: Value?) {
    // The old value is released outside the lock.
    _ = state.withLock { $0.receive(value: value) }
  }

  func receive(isLoading: Bool) {
    state.withLock { $0.receive(isLoading: isLoading) }
  }

  func receive(error: Failure?) {
    _ = state.withLock { $0.receive(error: error) }
  }

  /// Counts a change that has passed through the streams, and returns the count.
  func countDelivered() -> UInt {
    state.withLock { state in
      state.delivered += 1
      return state.delivered
    }
  }

  func firstState() -> Loadable<Value, Failure> {
    state.withLock { $0.publish() }
  }

  /// Returns the state if it differs from the last published one and no change followed.
  ///
  /// `count` is the count of changes at the start of the quiet time.
  func settledState(after count: UInt) -> Loadable<Value, Failure>? {
    state.withLock { state in
      guard state.received == count, state.revision != state.published else { return nil }
      return state.publish()
    }
  }
}

/// The state that the lock of an accumulator guards.
private struct FlagAccumulatorState<Value: Sendable, Failure: Error> {
  /// The identity of a state, made of when each part was received instead of compared values.
  struct Revision: Equatable {
    var isLoading: Bool
    var value: UInt?
    var error: UInt?
  }

  var delivered: UInt = 0
  private(set) var received: UInt = 0
  private(set) var published: Revision?
  private var flags = LoadFlags<Value, Failure>()
  private var valueStamp: UInt = 0
  private var errorStamp: UInt = 0

  mutating func receive(value: Value?) -> Value? {
    defer { flags.value = value }
    received += 1
    valueStamp = received
    flags.isValueNewer = true
    return flags.value
  }

  mutating func receive(isLoading: Bool) {
    received += 1
    flags.isLoading = isLoading
  }

  mutating func receive(error: Failure?) -> Failure? {
    defer { flags.error = error }
    received += 1
    errorStamp = received
    flags.isValueNewer = false
    return flags.error
  }

  var revision: Revision {
    let state = Loadable(flags)
    return Revision(
      isLoading: state.isLoading,
      value: state.latest == nil ? nil : valueStamp,
      error: state.error == nil ? nil : errorStamp
    )
  }

  mutating func publish() -> Loadable<Value, Failure> {
    published = revision
    return Loadable(flags)
  }
}
