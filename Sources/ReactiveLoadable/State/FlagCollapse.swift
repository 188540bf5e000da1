import AsyncAlgorithms

/// One ``Loadable`` state from the three flags of a view model that is not to be rewritten.
///
/// Legacy code sets a value, `isLoading` and an error one after the other, in any order, so that
/// half-updated states show in between: a spinner over an error, an empty screen for a blink. A
/// collapse waits for the flags to come to rest and then publishes the one state they stand for:
///
/// ```
/// value      --------(a)-----
/// isLoading  --t------f------      false a blink before or after the value
/// state      n--l-------d----      loading until the value is here; then loaded
/// ```
///
/// ```swift
/// let collapse = FlagCollapse(value: old.value, isLoading: old.isLoading, error: old.error)
/// collapse.states.sink { draw($0) }
/// ```
///
/// What it promises, for whatever order of changes:
/// - only the four states, by the table of ``LoadFlags``; a value newer than the error replaces it;
/// - no state that mixes an old and a new fact, as long as changes that belong together come within
///   the quiet time: a state is published when all changes received so far have been taken into
///   account and none has come for that long;
/// - the right last state, and none published twice in a row unless a value or error was set again.
///
/// The price is that a state comes later than its last change by the quiet time, and that flags
/// which change more often than that show their next state only when they rest.
public final class FlagCollapse<Value: Sendable, Failure: Error>: Sendable {
  private let relay: BehaviorRelay<Loadable<Value, Failure>>
  private let streams = OwnedStreams()

  /// Collapses three publishers: relays, subjects, or any others, of current values or of events.
  ///
  /// They are subscribed at once. What they publish while being subscribed makes the first state,
  /// which is there at once. Errors that come as events fit as `errors.map(Optional.some)`.
  ///
  /// - Parameters:
  ///   - value: The value, or `nil` for none.
  ///   - isLoading: Whether something loads.
  ///   - error: The error, or `nil` for none.
  ///   - quiet: How long no flag may change before the state counts as settled; more than zero,
  ///     by default 10 ms.
  ///   - clock: What measures the quiet time, by default the continuous clock.
  public init(
    value: some Publisher<Value?, Never>,
    isLoading: some Publisher<Bool, Never>,
    error: some Publisher<Failure?, Never>,
    quiet: Duration = .milliseconds(10),
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    precondition(quiet > .zero, "the quiet time of a collapse is more than zero, not \(quiet)")
    let fold = FlagFold<Value, Failure>()
    let values = value.map { fold.receive(value: $0) }.elements
    let loadings = isLoading.map { fold.receive(isLoading: $0) }.elements
    let errors = error.map { fold.receive(error: $0) }.elements
    let changes = merge(values, loadings, errors)
    let end: @Sendable () -> Void = { for flags in [values, loadings, errors] { flags.cancel() } }
    let relay = BehaviorRelay(fold.firstState())
    self.relay = relay
    streams.own(endedBy: end) {
      let clock = PatientClock(base: clock)
      for await rested in changes.map({ fold.see() }).debounce(for: quiet.countable, clock: clock) {
        if let state = fold.settledState(after: rested) { relay.accept(state) }
      }
      relay.finish()
    }
  }

  deinit { relay.finish() }

  /// The state as it is now.
  public var state: Loadable<Value, Failure> { relay.value }

  /// The state and its changes, the current one first.
  ///
  /// It finishes when all three publishers have, or when the collapse goes away.
  public var states: ReadOnlyRelay<Loadable<Value, Failure>> { relay.readOnly }
}
