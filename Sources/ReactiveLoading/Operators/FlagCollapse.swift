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
