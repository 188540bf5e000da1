/// A model on the main actor that has the state of a store and sends actions to it.
///
/// ``StoreModel`` and ``StoreObject`` conform. A custom model needs only its state and its store.
@MainActor @dynamicMemberLookup
public protocol StoreHolder<State, Action>: AnyObject, Sendable {
  /// The state to draw.
  associatedtype State: Sendable
  /// The actions of the store.
  associatedtype Action: Sendable

  /// The state to draw.
  var state: State { get }

  /// The store, which can be shared with other owners.
  var store: Store<State, Action> { get }
}

extension StoreHolder {
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
