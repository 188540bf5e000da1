import CombineShim
public import Observation
import ReactiveLoadable

/// What shows of a feature that has to be loaded first, for views that observe it, on the main actor.
///
/// The situation: a screen loads when it appears, once, shows that it does, and then hands over to the
/// screen of the child, which has a store of its own:
///
/// ```swift
/// let model = LoadingModel(store.scope(state: \.books, action: .books))
///
/// model.appear(loading: "sea")    // once, however often the view appears
/// switch model.stage {
/// case .pending: draw("Choose a genre.")
/// case .active(let load): draw("Loading \(load.request)", over: load.previous)
/// case .failure(let failure): draw(failure.error, over: failure.previous)
/// case .loaded(let books): draw(StoreModel(books))
/// }
/// await model.refresh()           // pull to refresh: the child stays meanwhile
/// ```
///
/// ``stage`` changes when another thing shows, and not when the child changes: that is for who observes the
/// child (U7). The store of the child is the same one for as long as a child shows.
///
/// The model keeps its store, and the store does not keep the model (U3).
@MainActor @Observable
public final class LoadingModel<
  Request: Hashable & Sendable,
  Child: Sendable,
  ChildAction: Sendable
> {
  /// The feature's store.
  public typealias FeatureStore = Store<
    LoadableState<Request, Child>, LoadingAction<Request, Child, ChildAction>
  >
  /// The store of the child that shows.
  public typealias ChildStore = Store<Child, ChildAction>

  /// What there is to draw; it changes on the main actor, and each change is observed.
  public private(set) var stage: LoadingStage<Request, ChildStore> = .pending

  /// The store, which others may have, too.
  public let store: FeatureStore

  @ObservationIgnored private var subscription: AnyCancellable?
  private let isSame: @Sendable (Child, Child) -> Bool

  /// Creates a model that shows the stage of a feature at once.
  ///
  /// - Parameter store: The feature. The model keeps it.
  public convenience init(_ store: FeatureStore) {
    self.init(store) { _, _ in false }
  }

  /// Creates a model that shows the stage of a feature at once, and whose child tells its own changes only.
  ///
  /// - Parameter store: The feature. The model keeps it.
  public convenience init(_ store: FeatureStore) where Child: Equatable {
    self.init(store, ==)
  }

  init(_ store: FeatureStore, _ isSame: @escaping @Sendable (Child, Child) -> Bool) {
    self.store = store
    self.isSame = isSame
    show(store.states.value.stage)
    subscription = store.states.sinkOnMainActor { [weak self] in self?.show($0.stage) }
  }

  private func show(_ new: LoadingStage<Request, Child>) {
    let child = stage.shown
    let stage = new.map { child ?? store.child(showing: $0, isSame) }
    // Released when nothing is accessed: what it holds may read the model in its deinit.
    let old = self.stage
    if stage.map(ObjectIdentifier.init) != old.map(ObjectIdentifier.init) { self.stage = stage }
    withExtendedLifetime(old) {}
  }
}

// MARK: Intents

extension LoadingModel {
  /// Loads unless the child is there and fresh, or on its way, for a view that appears (U9).
  ///
  /// - Parameter request: What to load.
  public func appear(loading request: Request) { store.send(.loadIfNeeded(request)) }

  /// Loads unless the child is there and fresh, or on its way, for a view that appears (U9).
  public func appear() where Request == NoRequest { appear(loading: NoRequest()) }

  /// Loads again, goes on showing what is there, and returns when that is over (U9).
  ///
  /// This is what `.refreshable` needs. When the waiting task is cancelled, this returns, and the load
  /// goes on.
  public func refresh() async { await store.send(.refresh).finish() }

  /// Asks again for what has failed; does nothing in any other stage.
  ///
  /// - Returns: A handle of the load, to wait for it or to cancel it.
  @discardableResult
  public func retry() -> StoreTask { store.send(.retry) }
}
