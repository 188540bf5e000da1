public import CombineShim

/// The state of a loader as an `ObservableObject`, on the main actor, with the intents of views.
///
/// It is ``LoaderModel`` for views that hold their models with `@StateObject` and the like:
///
/// ```swift
/// @StateObject private var model = LoaderObject(Loader { try await api.account() })
/// ```
///
/// `objectWillChange` is sent on the main actor before each change, as the protocol asks (V5).
@MainActor
public final class LoaderObject<Source: StateLoader>: ObservableObject, LoaderHolder {
  /// The state to draw; it changes on the main actor, after `objectWillChange` was sent.
  @Published public private(set) var state: Loadable<Source.Value, Source.Failure>

  /// The loader, and the screens that show it.
  public let appearances: LoaderAppearances<Source>

  private var subscription: AnyCancellable?

  /// Creates an object that shows the state of a loader at once.
  ///
  /// - Parameters:
  ///   - loader: What is loaded. The object keeps it; it may be shared with others.
  ///   - onDisappear: What happens to the load when the last view has left; by default it goes on.
  public init(_ loader: Source, onDisappear: DisappearPolicy = .continueLoading) {
    appearances = LoaderAppearances(loader, onDisappear: onDisappear)
    state = loader.state
    subscription = loader.states.sinkOnMainActor { [weak self] in self?.state = $0 }
  }
}
