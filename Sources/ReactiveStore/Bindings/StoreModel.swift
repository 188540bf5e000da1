import CombineShim
public import Observation
import ReactiveLoadable

/// A view model of a store, observed on the main actor.
///
/// In the example a screen draws a store, and a part of the screen is redrawn only when its part of
/// the state changes. Each has a model:
///
/// ```swift
/// let model = StoreModel(store)
/// let search = StoreModel(store.scope(state: \.search, action: .search))
///
/// draw(search.text)              // observed: redrawn by changes of the search only
/// search.send(.typed("dune"))    // the state is updated when this returns
/// ```
///
/// The model has the current state when it is created, and receives every change in order. The
/// model retains its store, and the store does not retain the model. See
/// <doc:DrawingAStore#U1-Order> and <doc:DrawingAStore#U3-Lifetime>.
///
/// ```swift
/// marbles(on: MainActor.shared) { m in
///   let model = m.keep(StoreModel(Store(Counter.State()) { Counter() }))
///   m.hot("-aa") { model.send(.add(1)) }
///   m.expect(reading: { model.count }, "012", ["0": 0, "1": 1, "2": 2])
/// }
/// ```
///
/// ``StoreObject`` is the same for views that observe an `ObservableObject`.
@MainActor @Observable
public final class StoreModel<State: Sendable, Action: Sendable>: StoreHolder {
  /// The state to draw; it changes on the main actor, and each change is observed.
  public private(set) var state: State

  /// The store, which can be shared with other owners.
  public let store: Store<State, Action>

  @ObservationIgnored private var subscription: AnyCancellable?

  /// Creates a model with the current state of a store.
  ///
  /// - Parameter store: The store, whole or scoped, which the model retains.
  public init(_ store: Store<State, Action>) {
    self.store = store
    state = store.states.value
    subscription = store.states.sinkOnMainActor { [weak self] in self?.show($0) }
  }

  private func show(_ new: State) {
    // Released after the exclusive access, because its contents may read the model in a deinit.
    let old = state
    state = new
    withExtendedLifetime(old) {}
  }
}
