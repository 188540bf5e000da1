#if canImport(SwiftUI)
public import SwiftUI

/// A view for each of the four states of a ``Loadable``.
///
/// The loading and the failed view are given the previous value, to go on showing it. Not compiled
/// or run on Apple platforms yet: this package is made on Linux.
public struct LoadableView<Value, Failure: Error, Idle: View, Busy: View, Done: View, Broken: View>:
  View
{
  private let state: Loadable<Value, Failure>
  private let notRequested: () -> Idle
  private let loading: (Loading<Value>) -> Busy
  private let loaded: (Value) -> Done
  private let failed: (Failed<Value, Failure>) -> Broken

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
    @ViewBuilder notRequested: @escaping () -> Idle,
    @ViewBuilder loading: @escaping (Loading<Value>) -> Busy,
    @ViewBuilder loaded: @escaping (Value) -> Done,
    @ViewBuilder failed: @escaping (Failed<Value, Failure>) -> Broken
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
