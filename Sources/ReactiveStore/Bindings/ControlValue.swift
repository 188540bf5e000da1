/// A value that a control displays and sets: read from a state, and set by sending an action.
///
/// ```swift
/// let text = model.control(\.text, send: SearchAction.typed)
///
/// field.text = text.value      // the state's
/// text.value = field.text      // sends .typed(field.text); the reducer decides
/// ```
///
/// Each assignment sends an action, even if the value is unchanged. `binding` is the same value as
/// a SwiftUI `Binding`. See <doc:DrawingAStore#U4-Controls>.
@MainActor
public struct ControlValue<Value> {
  private let get: @MainActor () -> Value
  private let set: @MainActor (Value) -> Void

  /// Creates the value of a control.
  ///
  /// - Parameters:
  ///   - get: Reads the value.
  ///   - set: Receives the value that the user has set.
  public init(
    get: @escaping @MainActor () -> Value,
    set: @escaping @MainActor (Value) -> Void
  ) {
    self.get = get
    self.set = set
  }

  /// The value in the state; setting it sends the action.
  public var value: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }
}
