#if canImport(SwiftUI)
public import SwiftUI

extension View {
  /// Runs an action when this view appears for the first time.
  ///
  /// SwiftUI calls `onAppear` again when the user navigates back or changes tabs. This runs once for each
  /// identity of the view: a view with another `id`, or one in another branch of a condition, is another
  /// one.
  ///
  /// ```swift
  /// ForecastView(model).onAppearOnce { analytics.note("forecast") }
  /// ```
  ///
  /// To load, use ``loadOnAppear(_:)``, which may be called any number of times and reloads what is stale.
  ///
  /// Type-checked against stand-ins, and not compiled or run on Apple platforms yet.
  ///
  /// - Parameter action: Called on the main actor.
  /// - Returns: The view.
  public func onAppearOnce(perform action: @escaping @MainActor () -> Void) -> some View {
    modifier(OnAppearOnce(action: action))
  }
}

private struct OnAppearOnce: ViewModifier {
  let action: @MainActor () -> Void
  @State private var hasAppeared = false

  func body(content: Content) -> some View {
    content.onAppear {
      guard !hasAppeared else { return }
      hasAppeared = true
      action()
    }
  }
}
#endif
