import CombineShim
public import Observation
import ReactiveLoadable

/// A view model of a loadable feature, observed on the main actor.
///
/// The example is a screen that loads once when it appears and displays the load. When the child is
/// loaded, the screen draws the child from the store of the child:
///
/// ```swift
/// let model = LoadingModel(store.scope(state: \.books, action: .books))
///
/// model.appear(loading: "sea")    // once, however often the view appears
/// switch model.state {
/// case .notRequested: draw("Choose a genre.")
/// case .loading(let load): draw("Loading …", over: load.previous)
/// case .failed(let failure): draw(failure.error, over: failure.previous)
/// case .loaded(let books): draw(StoreModel(books))
/// }
/// await model.refresh()           // pull to refresh: the child stays visible
/// ```
///
/// ``state`` changes when a load starts or ends, or when the visible child's store changes, and not
/// when the child itself changes; views that draw the child observe the child's store. That store
/// is the same object for as long as a child is visible. See <doc:DrawingAStore#U7-Child-stores>.
///
/// The model retains its store, and the store does not retain the model. See
/// <doc:DrawingAStore#U3-Lifetime>.
@MainActor
public final class LoadingModel<
  Request: Hashable & Sendable,
  Child: Sendable,
  ChildAction: Sendable
> {
  /// The store of the feature.
  public typealias FeatureStore = Store<
    LoadableState<Request, Child>, LoadingAction<Request, Child, ChildAction>
  >
  /// The store of the visible child.
  public typealias ChildStore = Store<Child, ChildAction>

  /// The state to draw, with the store of the child; each change is observed, on the main actor.
  public var state: Loadable<ChildStore, LoadError> { observedState.value }

  /// The request of ``state``, if any; each change is observed, on the main actor.
  public var request: Request? { observedRequest.value }

  /// The store, which can be shared with other owners.
  public let store: FeatureStore

  private let observedState = ObservedValue<Loadable<ChildStore, LoadError>>(.notRequested)
  private let observedRequest = ObservedValue<Request?>(nil)
  private var subscription: AnyCancellable?
  private let publisher: PartPublisher<Child>

  /// Creates a model with the current stage of a feature.
  ///
  /// - Parameter store: The store of the feature, which the model retains.
  public convenience init(_ store: FeatureStore) {
    self.init(store, .always)
  }

  /// Creates a model whose child store publishes only changes of the child.
  ///
  /// - Parameter store: The store of the feature, which the model retains.
  public convenience init(_ store: FeatureStore) where Child: Equatable {
    self.init(store, .changes)
  }

  init(_ store: FeatureStore, _ publisher: PartPublisher<Child>) {
    self.store = store
    self.publisher = publisher
    show(store.states.value)
    subscription = store.states.sinkOnMainActor { [weak self] in self?.show($0) }
  }

  private func show(_ new: LoadableState<Request, Child>) {
    // Released after all changes, because their contents may read the model in a deinit.
    let (state, request) = (observedState.unobserved, observedRequest.unobserved)
    let newState = new.loadable.map { state.latest ?? store.child(showing: $0, publisher) }
    if new.request != request { observedRequest.set(new.request) }
    if newState.map(ObjectIdentifier.init) != state.map(ObjectIdentifier.init) {
      observedState.set(newState)
    }
    withExtendedLifetime((state, request)) {}
  }
}

extension LoadingModel: Observable {}

// MARK: Intents

extension LoadingModel {
  /// Loads unless a fresh child is loaded or the same load is in flight, for a view that appears.
  ///
  /// See <doc:DrawingAStore#U9-Appearing>.
  ///
  /// - Parameter request: The request to load.
  public func appear(loading request: Request) { store.send(.loadIfNeeded(request)) }

  /// Loads unless a fresh child is loaded or a load is in flight, for a view that appears.
  ///
  /// See <doc:DrawingAStore#U9-Appearing>.
  public func appear() where Request == NoRequest { appear(loading: NoRequest()) }

  /// Reloads while the child stays visible, and returns when the load ends.
  ///
  /// It fits `.refreshable`. If the waiting task is cancelled, this returns and the load continues.
  /// See <doc:DrawingAStore#U9-Appearing>.
  public func refresh() async { await store.send(.refresh).finish() }

  /// Runs the failed request again; does nothing in any other state.
  ///
  /// - Returns: A handle to wait for the load or to cancel it.
  @discardableResult
  public func retry() -> StoreTask { store.send(.retry) }
}
