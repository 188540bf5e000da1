/// Folds the changes of three flags in the order in which they are received.
///
/// A merge of several streams keeps no order between them, so the order is taken where a change is
/// received, under one lock. The streams then only tell when changes have come through: a state is
/// settled when all that were received have been seen at the far end.
final class FlagFold<Value: Sendable, Failure: Error>: Sendable {
  enum Change {
    case value(Value?)
    case isLoading(Bool)
    case error(Failure?)
  }

  private let state = Lock(FlagFoldState<Value, Failure>())

  func receive(_ change: Change) {
    // The old flags leave the lock before they are released.
    _ = state.withLock { state in
      let before = state.flags
      state.received += 1
      state.mark.note(change, over: before, at: state.received)
      state.flags.apply(change)
      state.flags.valueIsNewer = state.mark.value > state.mark.error
      return before
    }
  }

  /// Notes that one more change has come through the streams.
  func see() { state.withLock { $0.seen += 1 } }

  func firstState() -> Loadable<Value, Failure> {
    state.withLock { $0.publish() }
  }

  /// The state, if all changes have been seen and it differs from the one published last.
  func settledState() -> Loadable<Value, Failure>? {
    state.withLock { state in
      guard state.seen == state.received, state.mark != state.published else { return nil }
      return state.publish()
    }
  }
}

/// What the lock of a fold guards.
private struct FlagFoldState<Value: Sendable, Failure: Error> {
  var flags = LoadFlags<Value, Failure>()
  var mark = FlagMark()
  var published = FlagMark()
  var received: UInt = 0
  var seen: UInt = 0

  mutating func publish() -> Loadable<Value, Failure> {
    published = mark
    return Loadable(flags)
  }
}

/// When each flag last changed: tells two settings of the flags apart without comparing values.
private struct FlagMark: Equatable {
  var value: UInt = 0
  var error: UInt = 0
  var isLoading = false

  mutating func note<Value, Failure>(
    _ change: FlagFold<Value, Failure>.Change,
    over flags: LoadFlags<Value, Failure>,
    at stamp: UInt
  ) {
    switch change {
    case .value(let new): if new != nil || flags.value != nil { value = stamp }
    case .isLoading(let new): isLoading = new
    case .error(let new): if new != nil || flags.error != nil { error = stamp }
    }
  }
}

extension LoadFlags {
  fileprivate mutating func apply(_ change: FlagFold<Value, Failure>.Change)
  where Value: Sendable {
    switch change {
    case .value(let value): self.value = value
    case .isLoading(let isLoading): self.isLoading = isLoading
    case .error(let error): self.error = error
    }
  }
}
