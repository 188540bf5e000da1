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
/// For a view model that is an `ObservableObject`, see “Using a loader in a
/// view”: the bridge of ``Store/states`` is the same.
@MainActor @dynamicMemberLookup
public final class StoreModel<State: Sendable, Action: Sendable> {
  /// The state to draw; it changes on the main actor, and each change is observed.
  public var state: State { observed.value }

  /// The store, which can be shared with other owners.
  public let store: Store<State, Action>

  private let observed: ObservedValue<State>
  private let subscription: AnyCancellable

  /// Creates a model with the current state of a store.
  ///
  /// - Parameter store: The store, whole or scoped, which the model retains.
  public init(_ store: Store<State, Action>) {
    self.store = store
    observed = ObservedValue(store.states.value)
    subscription = observed.follow(store.states)
  }
}

extension StoreModel: Observable {}

extension StoreModel {
  /// A member of the state, such as `model.title` for `model.state.title`.
  public subscript<Member>(dynamicMember member: KeyPath<State, Member>) -> Member {
    state[keyPath: member]
  }

  /// Sends an action; on return the model has the new state, unless the store is already reducing.
  ///
  /// See <doc:DrawingAStore#U2-Synchronous-or-one-hop-later>.
  ///
  /// - Parameter action: The action to reduce.
  /// - Returns: A handle to wait for its effects or to cancel them.
  @discardableResult
  public func send(_ action: Action) -> StoreTask { store.send(action) }

  /// Creates the value of a control, which reads the state and sends an action when it is set.
  ///
  /// ```swift
  /// let text = model.control(\.text, send: SearchAction.typed)
  /// ```
  ///
  /// See <doc:DrawingAStore#U4-Controls>.
  ///
  /// - Parameters:
  ///   - value: Reads the value from the state.
  ///   - send: Creates the action for the value that the user has set.
  /// - Returns: The value, to read and to set; it retains the model.
  public func control<Value>(
    _ value: @escaping @MainActor (State) -> Value,
    send: @escaping @MainActor (Value) -> Action
  ) -> ControlValue<Value> {
    ControlValue {
      value(self.state)
    } set: {
      self.send(send($0))
    }
  }
}

extension StoreModel: @MainActor Described {
  package var objectText: ObjectText {
    ObjectText("StoreModel(\(shortText(state, isQuoted: true)))")
  }
  package var mirrorParts: KeyValuePairs<String, Any?> { ["state": state] }
}
