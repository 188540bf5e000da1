#if canImport(SwiftUI)
public import SwiftUI

// Not compiled or run on Apple platforms yet: this package is made on Linux.

extension View {
  /// Tells a model when this view appears and leaves, and when its request changes (V6, V7).
  public func loadOnAppear<Holder: LoaderHolder>(
    _ holder: Holder,
    _ request: Holder.Request
  ) -> some View {
    modifier(LoadOnAppear(holder: holder, request: request))
  }

  /// Tells a model when this view appears and leaves (V6, V7).
  public func loadOnAppear<Holder: LoaderHolder>(_ holder: Holder) -> some View
  where Holder.Request == NoRequest {
    loadOnAppear(holder, NoRequest())
  }

  /// Refreshes a model when this view is pulled; the indicator stays until that is over.
  public func refreshable(_ holder: some LoaderHolder) -> some View {
    refreshable { await holder.refresh() }
  }
}

private struct LoadOnAppear<Holder: LoaderHolder>: ViewModifier {
  let holder: Holder
  let request: Holder.Request
  /// Tells this view from others of the same model, in whatever order they come and go.
  @Namespace private var visitor

  func body(content: Content) -> some View {
    content
      .onAppear { holder.appear(request, as: visitor) }
      .onChange(of: request) { holder.appear(request, as: visitor) }
      .onDisappear { holder.leave(as: visitor) }
  }
}
#endif
