#if canImport(SwiftUI)
public import SwiftUI

// Type-checked against stand-ins (Scripts/apple.sh), and not run on Apple platforms yet.

extension ControlValue {
  /// The value for a control of SwiftUI.
  public var binding: Binding<Value> {
    Binding { @MainActor in
      value
    } set: { @MainActor new in
      value = new
    }
  }
}

extension StoreHolder {
  /// What a control of SwiftUI shows of the state, and the action that it sends when it is used (U4).
  ///
  /// ```swift
  /// TextField("Search", text: model.binding(\.text, send: SearchAction.typed))
  /// ```
  ///
  /// - Parameters:
  ///   - value: What the control shows.
  ///   - send: Makes the action of what the user has set.
  /// - Returns: The binding; it keeps the model.
  public func binding<Value>(
    _ value: @escaping @MainActor (State) -> Value,
    send: @escaping @MainActor (Value) -> Action
  ) -> Binding<Value> {
    control(value, send: send).binding
  }
}
#endif
