import CombineShim
public import Observation
import ReactiveLoadable

/// The state of a store for views that observe it, on the main actor.
///
/// The situation: a screen draws a store, and a part of the screen is to be drawn anew only when its part
/// of the state has changed. Each has a model:
///
/// ```swift
/// let model = StoreModel(store)
/// let search = StoreModel(store.scope(state: \.search, action: .search))
///
/// draw(search.text)              // observed: a change of the search draws it anew, nothing else does
/// search.send(.typed("dune"))    // what this changes shows when it returns
/// ```
///
/// The present state is there when the model is made, and every change follows in order (U1, U2). The
/// model keeps its store, and the store does not keep the model (U3).
///
/// ```swift
/// marbles(on: MainActor.shared) { m in
///   let model = m.keep(StoreModel(Store(Counter.State()) { Counter() }))
///   m.hot("-aa") { model.send(.add(1)) }
///   m.expect(reading: { model.count }, "012", ["0": 0, "1": 1, "2": 2])
/// }
/// ```
///
/// For views that observe an `ObservableObject` there is ``StoreObject``.
@MainActor @Observable
public final class StoreModel<State: Sendable, Action: Sendable>: StoreHolder {
  /// The state to draw; it changes on the main actor, and each change is observed.
  public private(set) var state: State

  /// The store, which others may have, too.
  public let store: Store<State, Action>

  @ObservationIgnored private var subscription: AnyCancellable?

  /// Creates a model that shows the state of a store at once.
  ///
  /// - Parameter store: The store, or a part of one. The model keeps it.
  public init(_ store: Store<State, Action>) {
    self.store = store
    state = store.states.value
    subscription = store.states.sinkOnMainActor { [weak self] in self?.show($0) }
  }

  private func show(_ new: State) {
    // Released when nothing is accessed: what it holds may read the model in its deinit.
    let old = state
    state = new
    withExtendedLifetime(old) {}
  }
}
