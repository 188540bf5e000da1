#if canImport(SwiftUI)
public import SwiftUI

// Type-checked against stand-ins (Scripts/apple.sh), and not run on Apple platforms yet.

extension View {
  /// Tells a model when this view appears and leaves, and when its key changes (V6, V7).
  ///
  /// - Parameters:
  ///   - holder: The model, of a loader or of a list.
  ///   - key: What to load.
  /// - Returns: The view.
  public func loadOnAppear<Holder: LoaderHolder>(
    _ holder: Holder,
    _ key: Holder.Source.Key
  ) -> some View {
    modifier(LoadOnAppear(holder: holder, key: key))
  }

  /// Tells a model when this view appears and leaves (V6, V7).
  ///
  /// - Parameter holder: The model, of a loader or of a list.
  /// - Returns: The view.
  public func loadOnAppear<Holder: LoaderHolder>(_ holder: Holder) -> some View
  where Holder.Source.Key == NoRequest {
    loadOnAppear(holder, NoRequest())
  }

  /// Refreshes a model when this view is pulled; the indicator stays until that is over.
  ///
  /// - Parameter holder: The model, of a loader or of a list.
  /// - Returns: The view.
  public func refreshable(_ holder: some LoaderHolder) -> some View {
    refreshable { await holder.refresh() }
  }

  /// Tells the model of a list that a row comes into view, so that more is loaded in time (P5).
  ///
  /// - Parameters:
  ///   - holder: The model of the list.
  ///   - id: The id of the row's item.
  /// - Returns: The row.
  public func loadMore<Holder: LoaderHolder>(
    of holder: Holder,
    whenVisible id: Holder.Source.Item.ID
  ) -> some View where Holder.Source: ListLoader {
    onAppear { holder.visible(id) }
  }
}

private struct LoadOnAppear<Holder: LoaderHolder>: ViewModifier {
  let holder: Holder
  let key: Holder.Source.Key
  /// Tells this view from others of the same model, in whatever order they come and go.
  @Namespace private var visitor

  func body(content: Content) -> some View {
    content
      .onAppear { holder.appear(key, as: visitor) }
      .onChange(of: key) { holder.appear(key, as: visitor) }
      .onDisappear { holder.disappear(as: visitor) }
  }
}
#endif
