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
  ///   - model: The model of a loader or of a list.
  ///   - key: The key to load.
  /// - Returns: The view.
  public func loadOnAppear<Source: StateLoader>(
    _ model: LoaderModel<Source>,
    _ key: Source.Key
  ) -> some View {
    modifier(LoadOnAppear(model: model, key: key))
  }

  /// Loads a model when this view appears.
  ///
  /// When the last view of the model disappears, its ``DisappearPolicy`` decides. See
  /// <doc:HoldingALoaderInAView#V6-Appearing>.
  ///
  /// - Parameter model: The model of a loader or of a list.
  /// - Returns: The view.
  public func loadOnAppear<Source: StateLoader>(_ model: LoaderModel<Source>) -> some View
  where Source.Key == NoRequest {
    loadOnAppear(model, NoRequest())
  }

  /// Adds pull to refresh, which reloads a model; the indicator stays visible until the load ends.
  ///
  /// - Parameter model: The model of a loader or of a list.
  /// - Returns: The view.
  public func refreshable(_ model: LoaderModel<some StateLoader>) -> some View {
    refreshable { await model.refresh() }
  }

  /// Prefetches the next or previous page (infinite scroll) when this row appears near an end.
  ///
  /// See <doc:PagingContract#P5-Prefetching>.
  ///
  /// - Parameters:
  ///   - model: The model of the list.
  ///   - id: The id of the row's item.
  /// - Returns: The row.
  public func loadMore<Source: ListLoader>(
    of model: LoaderModel<Source>,
    whenVisible id: Source.Item.ID
  ) -> some View {
    onAppear { model.visible(id) }
  }
}

private struct LoadOnAppear<Source: StateLoader>: ViewModifier {
  let model: LoaderModel<Source>
  let key: Source.Key
  /// The identifier of this view among the views of the same model.
  @Namespace private var visitor

  func body(content: Content) -> some View {
    content
      .onAppear { model.appear(key, as: visitor) }
      .onChange(of: key) { model.appear(key, as: visitor) }
      .onDisappear { model.disappear(as: visitor) }
  }
}

// MARK: Once

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
