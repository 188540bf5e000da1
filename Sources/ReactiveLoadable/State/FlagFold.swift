/// Folds the changes of three flags in the order in which they are received.
///
/// A merge of several streams keeps no order between them, so the order is taken where a change is
/// received, under one lock. The streams then only tell when changes have come through: a state is
/// settled when it has rested since the last that was received.
final class FlagFold<Value: Sendable, Failure: Error>: Sendable {
  private let state = Lock(FlagFoldState<Value, Failure>())

  func receive(value: Value?) {
    // The old value leaves the lock before it is released.
    _ = state.withLock { $0.receive(value: value) }
  }

  func receive(isLoading: Bool) {
    state.withLock { $0.receive(isLoading: isLoading) }
  }

  func receive(error: Failure?) {
    _ = state.withLock { $0.receive(error: error) }
  }

  /// Notes that one more change has come through the streams; returns how many have.
  func see() -> UInt {
    state.withLock { state in
      state.seen += 1
      return state.seen
    }
  }

  func firstState() -> Loadable<Value, Failure> {
    state.withLock { $0.publish() }
  }

  /// The state, if no change has come since the flags rested after so many, and if it differs from
  /// the one published last.
  func settledState(after rested: UInt) -> Loadable<Value, Failure>? {
    state.withLock { state in
      guard state.received == rested, state.mark != state.published else { return nil }
      return state.publish()
    }
  }
}

/// What the lock of a fold guards.
private struct FlagFoldState<Value: Sendable, Failure: Error> {
  /// Tells two states apart without comparing values: by when each of their parts was received.
  struct Mark: Equatable {
    var isLoading: Bool
    var value: UInt?
    var error: UInt?
  }

  var seen: UInt = 0
  private(set) var received: UInt = 0
  private(set) var published: Mark?
  private var flags = LoadFlags<Value, Failure>()
  private var valueStamp: UInt = 0
  private var errorStamp: UInt = 0

  mutating func receive(value: Value?) -> Value? {
    defer { flags.value = value }
    received += 1
    valueStamp = received
    flags.valueIsNewer = true
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
    flags.valueIsNewer = false
    return flags.error
  }

  var mark: Mark {
    let state = Loadable(flags)
    return Mark(
      isLoading: state.isLoading,
      value: state.latest == nil ? nil : valueStamp,
      error: state.error == nil ? nil : errorStamp
    )
  }

  mutating func publish() -> Loadable<Value, Failure> {
    published = mark
    return Loadable(flags)
  }
}
