#if canImport(SwiftUI)
public import SwiftUI

/// A view for each of the four states of a ``Loadable``.
///
/// The loading and the failed view are given the previous value, to go on showing it. Not compiled
/// or run on Apple platforms yet: this package is made on Linux.
public struct LoadableView<
  Value,
  Failure: Error,
  NotRequestedView: View,
  LoadingView: View,
  LoadedView: View,
  FailedView: View
>: View {
  private let state: Loadable<Value, Failure>
  private let notRequested: () -> NotRequestedView
  private let loading: (Loading<Value>) -> LoadingView
  private let loaded: (Value) -> LoadedView
  private let failed: (Failed<Value, Failure>) -> FailedView

  /// Creates a view of a state.
  ///
  /// - Parameters:
  ///   - state: What to show.
  ///   - notRequested: Builds the view of what nobody has asked for.
  ///   - loading: Builds the view of a load, given its previous value, cause and progress.
  ///   - loaded: Builds the view of the value.
  ///   - failed: Builds the view of the error, given the previous value as well.
  public init(
    _ state: Loadable<Value, Failure>,
    @ViewBuilder notRequested: @escaping () -> NotRequestedView,
    @ViewBuilder loading: @escaping (Loading<Value>) -> LoadingView,
    @ViewBuilder loaded: @escaping (Value) -> LoadedView,
    @ViewBuilder failed: @escaping (Failed<Value, Failure>) -> FailedView
  ) {
    self.state = state
    self.notRequested = notRequested
    self.loading = loading
    self.loaded = loaded
    self.failed = failed
  }

  /// The view of the state as it is.
  public var body: some View {
    switch state {
    case .notRequested: notRequested()
    case .loading(let content): loading(content)
    case .loaded(let value): loaded(value)
    case .failed(let content): failed(content)
    }
  }
}
#endif
