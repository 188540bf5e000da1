public import CombineShim
import ReactiveLoadable

/// A view model of a store as an `ObservableObject`, on the main actor.
///
/// It is a ``StoreModel`` for views that own their models with `@StateObject` or `@ObservedObject`:
///
/// ```swift
/// @StateObject private var model = StoreObject(store)
/// ```
///
/// `objectWillChange` is sent on the main actor before each change, as the protocol requires. See
/// <doc:DrawingAStore#U1-Order>.
@MainActor
public final class StoreObject<State: Sendable, Action: Sendable>: ObservableObject, StoreHolder {
  /// The state to draw; it changes on the main actor, after `objectWillChange` is sent.
  @Published public private(set) var state: State

  /// The store, which can be shared with other owners.
  public let store: Store<State, Action>

  private var subscription: AnyCancellable?

  /// Creates an object with the current state of a store.
  ///
  /// - Parameter store: The store, whole or scoped, which the object retains.
  public init(_ store: Store<State, Action>) {
    self.store = store
    state = store.states.value
    subscription = store.states.sinkOnMainActor { [weak self] in self?.show($0) }
  }

  private func show(_ new: State) {
    // Released after the exclusive access, because its contents may read the object in a deinit.
    let old = state
    state = new
    withExtendedLifetime(old) {}
  }
}
