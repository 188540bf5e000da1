#if canImport(SwiftUI)
public import SwiftUI

extension View {
  /// Runs an action when this view appears for the first time.
  ///
  /// SwiftUI calls `onAppear` again when the user navigates back or changes tabs. This action runs
  /// once for each identity of the view: a view with another `id`, or in another branch of a
  /// condition, has another identity.
  ///
  /// ```swift
  /// ForecastView(model).onAppearOnce { analytics.note("forecast") }
  /// ```
  ///
  /// To load, use ``loadOnAppear(_:)``, which loads once, retries after a failure and reloads a
  /// stale value.
  ///
  /// This code is type-checked against stand-ins; it has not been compiled or run on Apple
  /// platforms yet.
  ///
  /// - Parameter action: The action, which is called on the main actor.
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
