public import CombineShim
import ReactiveLoadable

/// The state of a store as an `ObservableObject`, on the main actor.
///
/// It is ``StoreModel`` for views that hold their models with `@StateObject` and the like:
///
/// ```swift
/// @StateObject private var model = StoreObject(store)
/// ```
///
/// `objectWillChange` is sent on the main actor before each change, as the protocol asks (U1).
@MainActor
public final class StoreObject<State: Sendable, Action: Sendable>: ObservableObject, StoreHolder {
  /// The state to draw; it changes on the main actor, after `objectWillChange` was sent.
  @Published public private(set) var state: State

  /// The store, which others may have, too.
  public let store: Store<State, Action>

  private var subscription: AnyCancellable?

  /// Creates an object that shows the state of a store at once.
  ///
  /// - Parameter store: The store, or a part of one. The object keeps it.
  public init(_ store: Store<State, Action>) {
    self.store = store
    state = store.states.value
    subscription = store.states.sinkOnMainActor { [weak self] in self?.show($0) }
  }

  private func show(_ new: State) {
    // Released when nothing is accessed: what it holds may read the object in its deinit.
    let old = state
    state = new
    withExtendedLifetime(old) {}
  }
}
