#if canImport(SwiftUI)
import ReactiveLoading
public import SwiftUI

/// A SwiftUI view of a ``Loadable``: the content of its latest value, overlaid with the load state.
///
/// The content stays one view during a refresh and after a failure, so a list keeps its scroll
/// position, a pull to refresh keeps its indicator, and `onAppear` is called once. The other views
/// are drawn over the content, or alone if the state has no value:
///
/// ```swift
/// LoadableView(model.state) { rows in
///   AccountRows(rows: rows)
/// } loading: { loading in
///   if loading.previous == nil { ProgressView() }
/// } failed: { failed in
///   Button("\(failed.error.localizedDescription) Try again") { model.retry() }
/// }
/// .loadOnAppear(model)
/// .refreshable(model)
/// ```
///
/// This code is type-checked against stand-ins; it has not been compiled or run on Apple platforms
/// yet.
public struct LoadableView<
  Value,
  Failure: Error,
  Content: View,
  Idle: View,
  Busy: View,
  Broken: View
>: View {
  private let state: Loadable<Value, Failure>
  private let content: (Value) -> Content
  private let notRequested: () -> Idle
  private let loading: (Loading<Value, Failure>) -> Busy
  private let failed: (Failed<Value, Failure>) -> Broken

  /// Creates a view of a state.
  ///
  /// - Parameters:
  ///   - state: The state to show.
  ///   - content: A builder of the view of the latest value: the loaded value, or the previous
  ///     value of a load or a failure.
  ///   - notRequested: A builder of the view before the first request.
  ///   - loading: A builder of the view over the content during a load. Its argument has the
  ///     previous value, the cause and the progress.
  ///   - failed: A builder of the view over the content after a failure. Its argument has the error
  ///     and the previous value.
  public init(
    _ state: Loadable<Value, Failure>,
    @ViewBuilder content: @escaping (Value) -> Content,
    @ViewBuilder notRequested: @escaping () -> Idle,
    @ViewBuilder loading: @escaping (Loading<Value, Failure>) -> Busy,
    @ViewBuilder failed: @escaping (Failed<Value, Failure>) -> Broken
  ) {
    self.state = state
    self.content = content
    self.notRequested = notRequested
    self.loading = loading
    self.failed = failed
  }

  /// The content, and the view of the load over it.
  ///
  /// The content is in one branch for all states, so that SwiftUI keeps its identity.
  public var body: some View {
    ZStack {
      if let value = state.latest { content(value) }
      switch state {
      case .notRequested: notRequested()
      case .loading(let load): loading(load)
      case .loaded: EmptyView()
      case .failed(let failure): failed(failure)
      }
    }
  }
}

extension LoadableView where Idle == EmptyView {
  /// Creates a view of a state that is empty before the first request.
  public init(
    _ state: Loadable<Value, Failure>,
    @ViewBuilder content: @escaping (Value) -> Content,
    @ViewBuilder loading: @escaping (Loading<Value, Failure>) -> Busy,
    @ViewBuilder failed: @escaping (Failed<Value, Failure>) -> Broken
  ) {
    self.init(
      state,
      content: content,
      notRequested: { EmptyView() },
      loading: loading,
      failed: failed
    )
  }
}
#endif
