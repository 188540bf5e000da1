#if canImport(SwiftUI)
import ReactiveLoading
public import SwiftUI

// Type-checked against stand-ins (Scripts/apple.sh), and not run on Apple platforms yet.

extension View {
  /// Loads a key of a model when this view appears and when the key changes.
  ///
  /// When the last view of the model disappears, its ``DisappearPolicy`` decides. See
  /// <doc:HoldingALoaderInAView#V6-Appearing>.
  ///
  /// - Parameters:
  ///   - holder: The model of a loader or of a list.
  ///   - key: The key to load.
  /// - Returns: The view.
  public func loadOnAppear<Holder: LoaderHolder>(
    _ holder: Holder,
    _ key: Holder.Source.Key
  ) -> some View {
    modifier(LoadOnAppear(holder: holder, key: key))
  }

  /// Loads a model when this view appears.
  ///
  /// When the last view of the model disappears, its ``DisappearPolicy`` decides. See
  /// <doc:HoldingALoaderInAView#V6-Appearing>.
  ///
  /// - Parameter holder: The model of a loader or of a list.
  /// - Returns: The view.
  public func loadOnAppear<Holder: LoaderHolder>(_ holder: Holder) -> some View
  where Holder.Source.Key == NoRequest {
    loadOnAppear(holder, NoRequest())
  }

  /// Adds pull to refresh, which reloads a model; the indicator stays visible until the load ends.
  ///
  /// - Parameter holder: The model of a loader or of a list.
  /// - Returns: The view.
  public func refreshable(_ holder: some LoaderHolder) -> some View {
    refreshable { await holder.refresh() }
  }

  /// Prefetches the next or previous page (infinite scroll) when this row appears near an end.
  ///
  /// See <doc:PagingContract#P5-Prefetching>.
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
  /// The identifier of this view among the views of the same model.
  @Namespace private var visitor

  func body(content: Content) -> some View {
    content
      .onAppear { holder.appear(key, as: visitor) }
      .onChange(of: key) { holder.appear(key, as: visitor) }
      .onDisappear { holder.disappear(as: visitor) }
  }
}
#endif
