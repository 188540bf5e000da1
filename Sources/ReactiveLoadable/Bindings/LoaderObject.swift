public import CombineShim
import ReactiveLoading

/// An `ObservableObject` of a loader: its state on the main actor, and its intents.
///
/// It is a ``LoaderModel`` for views that hold their models with `@StateObject` or
/// `@ObservedObject`:
///
/// ```swift
/// @StateObject private var model = LoaderObject(Loader { try await api.account() })
/// ```
///
/// `objectWillChange` is sent on the main actor before each change, as the protocol requires. See
/// <doc:HoldingALoaderInAView#V5-Change-notification>.
@MainActor
public final class LoaderObject<Source: StateLoader>: ObservableObject, LoaderHolder {
  /// The state to draw; it changes on the main actor, after `objectWillChange` was sent.
  @Published public private(set) var state: Loadable<Source.Value, Source.Failure>

  /// The loader, and the views that show it.
  public let appearances: LoaderAppearances<Source>

  private var subscription: AnyCancellable?

  /// Creates an object with the current state of a loader.
  ///
  /// - Parameters:
  ///   - loader: The loader, which the object retains. Several objects may share it.
  ///   - onDisappear: The policy for the load in flight when the last view disappears; the load
  ///     continues by default.
  public init(_ loader: Source, onDisappear: DisappearPolicy = .continueLoading) {
    appearances = LoaderAppearances(loader, onDisappear: onDisappear)
    state = loader.state
    subscription = loader.states.sinkOnMainActor { [weak self] in self?.state = $0 }
  }
}
