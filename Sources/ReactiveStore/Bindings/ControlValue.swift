/// A value that a control shows and sets: read from a state, and set by sending an action.
///
/// ```swift
/// let text = model.control(\.text, send: SearchAction.typed)
///
/// field.text = text.value      // the state's
/// text.value = field.text      // sends .typed(field.text); the reducer decides what becomes of it
/// ```
///
/// Setting sends at every time, also what is there already (U4). In SwiftUI a `Binding` is made of it.
@MainActor
public struct ControlValue<Value> {
  private let get: @MainActor () -> Value
  private let set: @MainActor (Value) -> Void

  /// Creates the value of a control.
  ///
  /// - Parameters:
  ///   - get: Reads it.
  ///   - set: Is given what the user has set.
  public init(
    get: @escaping @MainActor () -> Value,
    set: @escaping @MainActor (Value) -> Void
  ) {
    self.get = get
    self.set = set
  }

  /// What the state says; setting it sends the action.
  public var value: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }
}
