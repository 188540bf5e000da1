/// A model of the main actor that shows the state of a store and passes actions on to it.
///
/// ``StoreModel`` and ``StoreObject`` conform. A model of your own needs its state and its store only.
@MainActor @dynamicMemberLookup
public protocol StoreHolder<State, Action>: AnyObject, Sendable {
  /// What there is to draw.
  associatedtype State: Sendable
  /// What happens.
  associatedtype Action: Sendable

  /// The state to draw.
  var state: State { get }

  /// The store, which others may have, too.
  var store: Store<State, Action> { get }
}

extension StoreHolder {
  /// A member of the state, such as `model.title` for `model.state.title`.
  public subscript<Member>(dynamicMember member: KeyPath<State, Member>) -> Member {
    state[keyPath: member]
  }

  /// Sends an action; what it changes shows when this returns, by U2.
  ///
  /// - Parameter action: What has happened.
  /// - Returns: A handle of its effects, to wait for them or to cancel them.
  @discardableResult
  public func send(_ action: Action) -> StoreTask { store.send(action) }

  /// What a control shows of the state, and the action that it sends when it is used (U4).
  ///
  /// ```swift
  /// let text = model.control(\.text, send: SearchAction.typed)
  /// ```
  ///
  /// - Parameters:
  ///   - value: What the control shows.
  ///   - send: Makes the action of what the user has set.
  /// - Returns: The value, to be read and set; it keeps the model.
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
