import ReactiveRelays

/// The state that a row shows, and its deliveries to observers.
///
/// The subscription of the row retains it instead of the row. It is generic over the state alone,
/// so that a change looks up no metadata.
@MainActor final class KeyedState<State: Sendable> {
  private let observed: ObservedValue<State>
  /// The relay of ``states``, from their first use.
  private var relay: BehaviorRelay<State>?
  /// The number of changes of the key; a state with an earlier number is outdated.
  private(set) var generation = 0
  /// The calls that deliver states to observers and have not returned.
  private var openDeliveries = 0
  /// The calls that deliver states to observers since the outermost one started.
  private var deliveries = 0

  init(_ value: State) { observed = ObservedValue(value) }

  /// The state; a read is observed.
  var value: State { observed.value }

  /// The state, read without being observed.
  var unobserved: State { observed.unobserved }

  var states: ReadOnlyRelay<State> {
    if let relay { return relay.readOnly }
    let new = BehaviorRelay(unobserved)
    relay = new
    return new.readOnly
  }

  /// True if another delivery within the outermost one can be nested.
  ///
  /// An observer that shows a failed key again receives the old failure within its call. Without
  /// the limit such calls would nest, or repeat, until the backoff ends.
  var canNest: Bool { deliveries < 16 }

  func startGeneration() -> Int {
    generation += 1
    return generation
  }

  func change(to state: State, in generation: Int) {
    // The old value is released after the change of the row: its `deinit` may be re-entrant.
    let before = unobserved
    openDeliveries += 1
    deliveries += 1
    // NB: Observers run before the change. If one of them shows another key, its state must win.
    observed.set(state) { generation == self.generation }
    if generation == self.generation { relay?.accept(state) }
    openDeliveries -= 1
    if openDeliveries == 0 { deliveries = 0 }
    withExtendedLifetime(before) {}
  }
}
