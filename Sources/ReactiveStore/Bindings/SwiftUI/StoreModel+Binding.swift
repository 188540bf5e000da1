#if canImport(SwiftUI)
public import SwiftUI

// Type-checked against stand-ins (Scripts/apple.sh), and not run on Apple platforms yet.

extension ControlValue {
  /// The value as a SwiftUI `Binding`.
  public var binding: Binding<Value> {
    Binding { @MainActor in
      value
    } set: { @MainActor new in
      value = new
    }
  }
}

extension StoreModel {
  /// Creates a SwiftUI binding, which reads the state and sends an action when it is set.
  ///
  /// ```swift
  /// TextField("Search", text: model.binding(\.text, send: SearchAction.typed))
  /// ```
  ///
  /// It is the `binding` of ``control(_:send:)``, and retains the model.
  public func binding<Value>(
    _ value: @escaping @MainActor (State) -> Value,
    send: @escaping @MainActor (Value) -> Action
  ) -> Binding<Value> {
    control(value, send: send).binding
  }
}
#endif
