import AsyncAlgorithms
public import ReactiveRelays

/// An adapter that combines the three flags of an existing view model into one ``Loadable`` state.
///
/// Legacy code sets a value, `isLoading` and an error one after the other, in any order.
/// Half-updated states become visible in between: a spinner over an error, or an empty screen for
/// an instant. A collapse waits until the flags stop changing, and then publishes the one state
/// that they represent:
///
/// ```
/// value      --------(a)-----
/// isLoading  --t------f------      false shortly before or after the value
/// state      n--l-------d----      loading until the value arrives, then loaded
/// ```
///
/// ```swift
/// let collapse = FlagCollapse(value: old.value, isLoading: old.isLoading, error: old.error)
/// collapse.states.sinkOnMainActor { draw($0) }
/// ```
///
/// These rules hold for any order of changes:
/// - It publishes only the four states of the table in ``LoadFlags``. A value newer than the error
///   replaces the error.
/// - A state never mixes old and new flags, if related changes arrive within the quiet time. A
///   state is published after all received changes are applied and none has arrived for the quiet
///   time.
/// - The last state is correct. No state is published twice in a row, unless a value or error was
///   set again.
///
/// Each state is published later than its last change, by the quiet time. Flags that change more
/// often than that publish no state until they stop changing.
public final class FlagCollapse<Value: Sendable, Failure: Error>: Sendable {
  private let relay: BehaviorRelay<Loadable<Value, Failure>>
  private let streams = CancellableBag()

  /// Creates a collapse of three publishers of current values or of events.
  ///
  /// It subscribes to them immediately. The values that they publish during the subscription make
  /// up the first state. Map errors that are published as events: `errors.map(Optional.some)`.
  ///
  /// - Parameters:
  ///   - value: A publisher of the value, or `nil` for none.
  ///   - isLoading: A publisher of `true` while a load runs, and `false` otherwise.
  ///   - error: A publisher of the error, or `nil` for none.
  ///   - quiet: The time without a change after which a state is published; more than zero, by
  ///     default 10 ms.
  ///   - clock: The clock of the quiet time, by default the continuous clock.
  public init(
    value: some Publisher<Value?, Never>,
    isLoading: some Publisher<Bool, Never>,
    error: some Publisher<Failure?, Never>,
    quiet: Duration = .milliseconds(10),
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    precondition(quiet > .zero, "the quiet time of a FlagCollapse is more than zero, not \(quiet)")
    let accumulator = FlagAccumulator<Value, Failure>()
    let values = value.map { accumulator.receive(value: $0) }.elements
    let loadings = isLoading.map { accumulator.receive(isLoading: $0) }.elements
    let errors = error.map { accumulator.receive(error: $0) }.elements
    let changes = merge(values, loadings, errors)
    let end: @Sendable () -> Void = { for flags in [values, loadings, errors] { flags.cancel() } }
    let relay = BehaviorRelay(accumulator.firstState())
    self.relay = relay
    streams.own(endedBy: end) {
      let clock = CancellationOnlyClock(base: clock, .observed("FlagCollapse"))
      for await count in changes.map({ accumulator.countDelivered() }).debounce(
        for: quiet.clamped,
        clock: clock
      ) {
        if let state = accumulator.settledState(after: count) { relay.accept(state) }
      }
      relay.finish()
    }
  }

  deinit { relay.finish() }

  /// The current state.
  public var state: Loadable<Value, Failure> { relay.value }

  /// The state and its changes, the current one first.
  ///
  /// It finishes when all three publishers have finished, or when the collapse is released.
  public var states: ReadOnlyRelay<Loadable<Value, Failure>> { relay.readOnly }
}

extension FlagCollapse: Described {
  package var objectText: ObjectText { ObjectText("FlagCollapse(\(state))") }

  package var mirrorParts: KeyValuePairs<String, Any?> {
    ["state": state, "subscribers": states.subscriberCount]
  }
}

/// An accumulator of the changes of three flags, in the order in which they are received.
///
/// A merge of several streams preserves no order between them, so one lock defines the order where
/// a change is received. The streams only signal that changes have passed through them: a state is
/// settled when no change has followed the last received one for the quiet time.
final class FlagAccumulator<Value: Sendable, Failure: Error>: Sendable {
  /// The identity of a state, made of when each part was received instead of compared values.
  private struct Revision: Equatable {
    var isLoading: Bool
    var value: UInt?
    var error: UInt?
  }

  // NB: A class, because the code that copies inline flags is 4 kB.
  private final class State {
    var flags = LoadFlags<Value, Failure>()
    var valueStamp: UInt = 0
    var errorStamp: UInt = 0
    var received: UInt = 0
    var delivered: UInt = 0
    var published: Revision?

    var revision: Revision {
      let state = Loadable(flags)
      return Revision(
        isLoading: state.isLoading,
        value: state.latest == nil ? nil : valueStamp,
        error: state.error == nil ? nil : errorStamp
      )
    }

    func publish() -> Loadable<Value, Failure> {
      published = revision
      return Loadable(flags)
    }
  }

  private let state = Lock(State())

  func receive(value: Value?) {
    // The old value is released outside the lock, as is the old error.
    var value = value
    state.withLock { state in
      swap(&state.flags.value, &value)
      state.flags.isValueNewer = true
      state.received += 1
      state.valueStamp = state.received
    }
  }

  func receive(isLoading: Bool) {
    state.withLock { state in
      state.flags.isLoading = isLoading
      state.received += 1
    }
  }

  func receive(error: Failure?) {
    var error = error
    state.withLock { state in
      swap(&state.flags.error, &error)
      state.flags.isValueNewer = false
      state.received += 1
      state.errorStamp = state.received
    }
  }

  /// Counts a change that has passed through the streams, and returns the count.
  func countDelivered() -> UInt {
    state.withLock { state in
      state.delivered += 1
      return state.delivered
    }
  }

  func firstState() -> Loadable<Value, Failure> { state.withLock { $0.publish() } }

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
